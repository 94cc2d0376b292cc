/** The corrections of the regime of a year: by its taxpayer, and by an operator. */
import { randomUUID } from 'node:crypto';
import type { ChooseRegimeInput } from '@ctx/contract/regime';
import type { RequestOf } from '@ctx/contract/parse-input';
import { answersAgainst, regimeHint } from '@ctx/domain/regime';
import type { Rejection } from '@ctx/domain/rejections';
import type { RecalcStatus, Regime } from '@ctx/domain/vocabulary';
import type { Caller } from '@ctx/platform/caller';
import { oneFlight } from '@ctx/platform/one-flight';
import { type Client, lockUser } from '@ctx/platform/postgres';
import type { RegimeOutcome } from '@ctx/proto/gen/ctx/v1/corrections';
import type { RegimeChoice } from '@ctx/proto/gen/ctx/v1/read';
import { type Context, type Decision, isRejected, type RegimeRow } from '../decide/decision.ts';
import { decideRegime, decideRegimeOfOperator } from '../decide/regime.ts';
import { readNow } from '../store/answers.ts';
import { readYears } from '../store/correction-facts.ts';
import { readRegimes } from '../store/regimes.ts';
import { carryOut } from './correct.ts';

/** Stores the regime that the taxpayer chooses for a year, with the answers to the indicators. */
export async function chooseRegime(
  client: Client,
  { year, ...requested }: RequestOf<typeof ChooseRegimeInput>,
  context: Context,
): Promise<Decision<RegimeOutcome>> {
  const { userId } = context;
  const [[current = null], years] = await oneFlight(
    readRegimes(client, userId, [year]),
    readYears(client, userId),
  );
  const outcome = decideRegime(year, requested, current, years, context);
  if (isRejected(outcome)) return outcome;
  const { change, record } = outcome;
  return {
    changes: change === null ? [] : [change],
    answer: (recalc) => ({ choice: choiceOf(record), changed: change !== null, recalc }),
  };
}

/**
 * Sets the regime of a year for an operator, as an entry of the history. Returns the new status of the recalculation; null if the year has
 * the regime already. A locked year can be set too.
 */
export async function setRegimeOfOperator(
  client: Client,
  caller: Pick<Caller, 'userId' | 'via' | 'requestId'>,
  year: number,
  regime: Regime,
): Promise<RecalcStatus | Rejection | null> {
  const { userId, via, requestId } = caller;
  await lockUser(client, userId);
  const [[current = null], years] = [
    await readRegimes(client, userId, [year]),
    await readYears(client, userId),
  ];
  const context = { userId, via, requestId, now: await readNow(client), entryId: randomUUID() };
  const decided = decideRegimeOfOperator(year, regime, current, years, context);
  if (decided === null || isRejected(decided)) return decided;
  const { status } = await carryOut(client, { changes: [decided], answer: () => ({}) }, context);
  return status;
}

/** Returns a choice as the contract's record. */
function choiceOf({ id: _id, ...record }: RegimeRow): RegimeChoice {
  return { ...record, answersAgainst: answersAgainst(record), hint: regimeHint(record) };
}
