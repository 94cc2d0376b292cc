/** The faults of reliability.md, "Faults", that this harness causes, in order. */
import { CALL_FAULTS } from './faults/calls.ts';
import { CLOCK_FAULTS } from './faults/clock.ts';
import { CORRECTIONS_FAULTS } from './faults/corrections.ts';
import { DISK_FAULTS } from './faults/disk.ts';
import { MESSAGE_FAULTS } from './faults/messages.ts';
import { NATS_FAULTS } from './faults/nats.ts';
import { ORDER_FAULTS } from './faults/order.ts';
import { POSTGRES_FAULTS } from './faults/postgres.ts';
import { PROCESS_FAULTS } from './faults/processes.ts';
import { RECALC_FAULTS } from './faults/recalc.ts';
import { SESSION_FAULTS } from './faults/sessions.ts';
import type { Fault } from './round.ts';

export const FAULTS: readonly Fault[] = [
  ...CORRECTIONS_FAULTS,
  ...RECALC_FAULTS,
  ...PROCESS_FAULTS,
  ...POSTGRES_FAULTS,
  ...SESSION_FAULTS,
  ...NATS_FAULTS,
  ...MESSAGE_FAULTS,
  ...ORDER_FAULTS,
  ...CALL_FAULTS,
  ...CLOCK_FAULTS,
  ...DISK_FAULTS,
];
