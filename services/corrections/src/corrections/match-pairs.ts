/** Matches of several pairs: loads what their decision needs. */
import type { TransferPairsRequest } from '@ctx/contract/requests';
import type { RequestOf } from '@ctx/contract/parse-input';
import { oneFlight } from '@ctx/platform/one-flight';
import type { Client } from '@ctx/platform/postgres';
import type { BulkResponse } from '@ctx/proto/gen/ctx/v1/corrections';
import type { Context, Decision } from '../decide/decision.ts';
import { decidePairs } from '../decide/match-pairs.ts';
import { readEvents, readMatchesOf, readRules, readYears } from '../store/correction-facts.ts';

export async function matchTransferPairs(
  client: Client,
  input: RequestOf<typeof TransferPairsRequest>,
  context: Context,
): Promise<Decision<BulkResponse>> {
  const { userId } = context;
  const legs = input.pairs.flatMap(({ outTaxEventId, inTaxEventId }) => [
    outTaxEventId.toLowerCase(),
    inTaxEventId.toLowerCase(),
  ]);
  const [events, years, rules, matches] = await oneFlight(
    readEvents(client, userId, legs),
    readYears(client, userId),
    readRules(client, userId),
    readMatchesOf(client, userId, legs),
  );
  return decidePairs(input, { events, years, rules, matches }, context);
}
