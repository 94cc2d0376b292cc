/** Full strategy, save: the rows of all pools. */
import type { Client } from '@ctx/platform/postgres';
import type { EngineInputs, EngineOutputs } from '../../engine/types.ts';
import { inputSums } from '../../tables/input-sums.ts';
import { replaceRows } from '../../save/replace-rows.ts';
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
  for (const table of TABLES)
    rowsChanged += await replaceRows(client, userId, table, { outputs, frozenYears, sums, pools: null });
  return {
    inputs: inputSums(inputs),
    outputs: sums,
    rowsChanged,
    events: inputs.events.length,
    walletCount: outputs.accountIds.size,
  };
}
