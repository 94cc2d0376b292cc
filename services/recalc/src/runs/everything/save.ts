/** Full strategy, save: the rows of all pools. */
import type { Client } from '@ctx/platform/postgres';
import type { EngineInputs, EngineOutputs } from '../../engine/types.ts';
import { inputSums } from '../../tables/input-sums.ts';
import { emptyTables, replaceRows } from '../../save/replace-rows.ts';
import { DigestSums, TABLES } from '../../tables/tables.ts';
import type { WriteResult } from '../save-run.ts';

/** Makes the stored figures equal to the outputs, in the caller's transaction. */
export async function saveEverything(
  client: Client,
  userId: number,
  inputs: EngineInputs,
  outputs: EngineOutputs,
): Promise<WriteResult> {
  const frozenYears = inputs.frozenYears.map(({ year }) => year);
  const sums = new DigestSums();
  let rowsChanged = 0;
  const empty = await emptyTables(client, userId);
  for (const table of TABLES) {
    const isEmpty = empty.has(table.name);
    const computed = { outputs, frozenYears, sums, pools: null, isEmpty };
    rowsChanged += await replaceRows(client, userId, table, computed);
  }
  return {
    inputs: inputSums(inputs),
    outputs: sums,
    rowsChanged,
    events: inputs.events.length,
    walletCount: outputs.accountIds.size,
  };
}
