/** The corrections of totals that exchanges stated: each loads what its decision needs, decides, and returns changes and response. */
import type { StatedTotalPath } from '@ctx/contract/stated-totals';
import type { RequestOf } from '@ctx/contract/parse-input';
import type { StatedTotalRecord } from '@ctx/domain/stated-totals';
import { oneFlight } from '@ctx/platform/one-flight';
import type { Client } from '@ctx/platform/postgres';
import type { DeleteResponse, StatedTotal, StatedTotalsOutcome } from '@ctx/proto/gen/ctx/v1/corrections';
import { type Context, type Decision, isRejected } from '../decide/decision.ts';
import { decideRemovedTotal, decideStatedTotals, type RequestedTotals } from '../decide/stated-total.ts';
import { readYears } from '../store/correction-facts.ts';
import { readStatedTotals } from '../store/stated-totals.ts';

/** States totals of an exchange. */
export async function stateReported(
  client: Client,
  requested: RequestedTotals,
  context: Context,
): Promise<Decision<StatedTotalsOutcome>> {
  const { userId } = context;
  const { year } = requested;
  const [stored, years] = await oneFlight(
    readStatedTotals(client, userId, [year]),
    readYears(client, userId),
  );
  const outcome = decideStatedTotals(requested, stored, context);
  if (isRejected(outcome)) return outcome;
  const isLocked = years.find((each) => each.year === year)?.locked ?? true;
  const { decisions } = outcome;
  const changes = decisions.flatMap(({ change }) => (change === null ? [] : [change]));
  return {
    changes,
    answer: (recalc) => ({
      changed: changes.length > 0,
      recalc,
      results: decisions.map(({ change, record }) => ({
        total: shownTotal(record, isLocked),
        created: change !== null && change.before === null,
        changed: change !== null,
      })),
    }),
  };
}

/** Removes a stated total. */
export async function removeReported(
  client: Client,
  { year, statedId }: RequestOf<typeof StatedTotalPath>,
  { userId }: Context,
): Promise<Decision<DeleteResponse>> {
  const change = decideRemovedTotal(statedId, await readStatedTotals(client, userId, [year]));
  return isRejected(change) ? change : { changes: [change], answer: (recalc) => ({ deleted: true, recalc }) };
}

/** Returns a total as the contract's record. A locked year shows no value in euro. */
function shownTotal({ statedEur, ...record }: StatedTotalRecord, isLocked: boolean): StatedTotal {
  return { ...record, eur: isLocked ? null : statedEur };
}
