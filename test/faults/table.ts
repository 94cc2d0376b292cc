/** The faults of reliability.md, "Faults", that this harness causes, in order. */
import { CORRECTIONS_FAULTS } from './faults/corrections.ts';
import { NATS_FAULTS } from './faults/nats.ts';
import { ORDER_FAULTS } from './faults/order.ts';
import { POSTGRES_FAULTS } from './faults/postgres.ts';
import { RECALC_FAULTS } from './faults/recalc.ts';
import type { Fault } from './round.ts';

export const FAULTS: readonly Fault[] = [
  ...CORRECTIONS_FAULTS,
  ...RECALC_FAULTS,
  ...POSTGRES_FAULTS,
  ...NATS_FAULTS,
  ...ORDER_FAULTS,
];

/** Returns the faults with these ids, in the table's order. Throws on an unknown id. */
export function faultsNamed(ids: readonly string[]): readonly Fault[] {
  const unknown = ids.filter((id) => !FAULTS.some((fault) => fault.id === id));
  if (unknown.length > 0)
    throw new RangeError(
      `no fault ${unknown.join(', ')}; there are ${FAULTS.map(({ id }) => id).join(', ')}`,
    );
  return FAULTS.filter(({ id }) => ids.includes(id));
}
