/** The corrections of balances: each loads what its decision needs, decides, and returns changes and response. */
import type { BalancePath, BalanceInput } from '@ctx/contract/balances';
import type { RequestOf } from '@ctx/contract/parse-input';
import { AMOUNT_SCALE, formatDecimal } from '@ctx/domain/decimal';
import { balanceDifference } from '@ctx/domain/stated-balances';
import { oneFlight } from '@ctx/platform/one-flight';
import type { Client } from '@ctx/platform/postgres';
import type { BalanceOutcome, DeleteResponse } from '@ctx/proto/gen/ctx/v1/corrections';
import { decideBalance, decideRemovedBalance } from '../decide/balance.ts';
import { type Context, type Decision, isRejected } from '../decide/decision.ts';
import { hasAccount, readBalances, readExpectedBalance, readYears } from '../store/correction-facts.ts';

/** States a balance of an account. The response has what the account's transactions add up to. */
export async function stateBalance(
  client: Client,
  requested: RequestOf<typeof BalanceInput>,
  context: Context,
): Promise<Decision<BalanceOutcome>> {
  const { userId } = context;
  const { accountId } = requested;
  const [isKnown, stored, years] = await oneFlight(
    hasAccount(client, userId, accountId),
    readBalances(client, userId, [accountId]),
    readYears(client, userId),
  );
  const outcome = decideBalance(requested, { hasAccount: isKnown, stored, years }, context);
  if (isRejected(outcome)) return outcome;
  const { change, record } = outcome;
  const expected = await readExpectedBalance(client, userId, record);
  const difference = formatDecimal(balanceDifference(record.amount, expected), AMOUNT_SCALE);
  return {
    changes: change === null ? [] : [change],
    answer: (recalc) => ({
      balance: { ...record, expected, difference },
      created: change !== null && change.before === null,
      changed: change !== null,
      recalc,
    }),
  };
}

/** Removes a stated balance. */
export async function removeBalance(
  client: Client,
  { accountId, balanceId }: RequestOf<typeof BalancePath>,
  { userId }: Context,
): Promise<Decision<DeleteResponse>> {
  const [stored, years] = await oneFlight(
    readBalances(client, userId, [accountId]),
    readYears(client, userId),
  );
  const change = decideRemovedBalance(balanceId, { stored, years });
  return isRejected(change) ? change : { changes: [change], answer: (recalc) => ({ deleted: true, recalc }) };
}
