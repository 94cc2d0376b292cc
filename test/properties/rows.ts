/** The outputs of the engine as the rows that a run stores. */
import type { EngineOutputs } from '../../services/recalc/src/engine/types.ts';
import { TABLES } from '../../services/recalc/src/tables/tables.ts';

/** Returns the rows of all tables except the years, in no particular order. */
export function rows(outputs: EngineOutputs): Record<string, string[]> {
  return Object.fromEntries(
    TABLES.filter(({ name }) => name !== 'years').map(({ name, itemsOf, rowOf }) => [
      name,
      [...itemsOf(outputs)].map((item) => JSON.stringify(rowOf(item))).toSorted(),
    ]),
  );
}
