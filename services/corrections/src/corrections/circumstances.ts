/** The corrections of circumstances: each loads what its decision needs, decides, and returns changes and response. */
import type { SetCircumstancesInput, YearPath } from '@ctx/contract/circumstances';
import { circumstancesMessage } from '@ctx/domain/circumstances';
import type { RequestOf } from '@ctx/contract/parse-input';
import { oneFlight } from '@ctx/platform/one-flight';
import type { Client } from '@ctx/platform/postgres';
import type { DeleteResponse, CircumstancesOutcome } from '@ctx/proto/gen/ctx/v1/corrections';
import { decideCircumstances, decideRemovedCircumstances } from '../decide/circumstances.ts';
import { type Context, type Decision, isRejected } from '../decide/decision.ts';
import { hasAllAccounts, readCircumstances, readYears } from '../store/correction-facts.ts';

/** Replaces the circumstances of a year. */
export async function setCircumstances(
  client: Client,
  { year, ...requested }: RequestOf<typeof SetCircumstancesInput>,
  context: Context,
): Promise<Decision<CircumstancesOutcome>> {
  const { userId } = context;
  const accountIds = (requested.accountShares ?? []).map(({ accountId }) => accountId);
  const [[current = null], years] = await oneFlight(
    readCircumstances(client, userId, [year]),
    readYears(client, userId),
  );
  const hasAccounts = accountIds.length === 0 || (await hasAllAccounts(client, userId, accountIds));
  const outcome = decideCircumstances(year, requested, { current, years, hasAccounts }, context);
  if (isRejected(outcome)) return outcome;
  const { change, record } = outcome;
  return {
    changes: change === null ? [] : [change],
    answer: (recalc) => ({
      circumstances: circumstancesMessage(record),
      created: change !== null && current === null,
      changed: change !== null,
      recalc,
    }),
  };
}

/** Removes the circumstances of a year. */
export async function removeCircumstances(
  client: Client,
  { year }: RequestOf<typeof YearPath>,
  { userId }: Context,
): Promise<Decision<DeleteResponse>> {
  const [[current = null], years] = await oneFlight(
    readCircumstances(client, userId, [year]),
    readYears(client, userId),
  );
  const change = decideRemovedCircumstances(year, current, years);
  return isRejected(change) ? change : { changes: [change], answer: (recalc) => ({ deleted: true, recalc }) };
}
