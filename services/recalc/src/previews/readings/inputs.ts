/**
 * The inputs of the engine under another reading of the law: the same facts, corrected as the reading has them. The engine itself
 * knows one reading. Pure. Returns the same object where a history has nothing that the reading touches.
 */
import { EUR_SCALE, formatDecimal } from '@ctx/domain/decimal';
import type { InputReading } from '@ctx/domain/law/readings';
import { resolve } from '../../engine/resolve/resolve.ts';
import type { EngineInputs } from '../../engine/types.ts';
import { corrected } from './corrected.ts';
import { perAccount } from './per-account.ts';

/** Returns the inputs from which the gains of `year` are computed under a reading. */
export function inputsUnder(reading: InputReading, inputs: EngineInputs, year: number): EngineInputs {
  switch (reading) {
    case 'LOTS_FIFO_PER_ACCOUNT':
      return perAccount(inputs);
    case 'EXPENSE_AS_DISPOSAL':
      return expensesAsDisposals(inputs);
    case 'NFT_OUTSIDE_TEN_PERCENT':
      return withoutNfts(inputs);
    case 'GIFT_AT_MARKET_VALUE':
      return giftsAtMarketValue(inputs);
    case 'OTHER_REGIME':
      return otherRegime(inputs, year);
    case 'AIRDROPS_NO_INCOME':
      return airdropsWithoutIncome(inputs);
  }
}

/** Also the airdrops of submitted years, whose closing states have other costs. */
function airdropsWithoutIncome(inputs: EngineInputs): EngineInputs {
  const airdrops = resolve(inputs).events.filter(
    ({ raw, override, effect }) =>
      effect.isIncome && isUnsolicitedAirdrop(override?.description ?? raw.description),
  );
  if (airdrops.length === 0) return inputs;
  // With its kind, so that no rule takes what is worth nothing for dust.
  const worthless = corrected(inputs, airdrops, ({ type, treatment }) => ({
    type,
    treatment,
    taxable: false,
    euroValue: '0',
  }));
  return { ...worthless, frozenYears: [] };
}

/** Income has no kind of its own in the facts: what it is, only its description says. Rewards of units that were set aside were asked for. */
function isUnsolicitedAirdrop(description: string | null): boolean {
  if (description === null) return false;
  return /airdrop/i.test(description) && !/earn|launchpool|hodler|staking/i.test(description);
}

function otherRegime(inputs: EngineInputs, year: number): EngineInputs {
  const isSpeculative = inputs.regimes.some((each) => each.year === year && each.regime === 'SPECULATIEF');
  const others = inputs.regimes.filter((each) => each.year !== year);
  return {
    ...inputs,
    regimes: [...others, { year, regime: isSpeculative ? 'NORMAAL_BEHEER' : 'SPECULATIEF' }],
  };
}

function expensesAsDisposals(inputs: EngineInputs): EngineInputs {
  const expenses = resolve(inputs).events.filter(
    ({ type, effect }) => type === 'EXPENSE' && effect.pool !== 'NONE',
  );
  if (expenses.length === 0) return inputs;
  const ids = new Set(expenses.map(({ raw }) => raw.id));
  // As a disposal an expense belongs to no swap and no resting match, and repays no loan.
  const alone = { continuityGroupId: null, isRepayment: false };
  const separate = {
    ...inputs,
    events: inputs.events.map((event) => (ids.has(event.id) ? { ...event, ...alone } : event)),
    matches: inputs.matches.filter(
      ({ outEventId, inEventId }) => !ids.has(outEventId) && !ids.has(inEventId),
    ),
  };
  return corrected(separate, expenses, () => ({
    type: 'DISPOSITION',
    treatment: 'PERSONAL_SPEND',
    taxable: true,
  }));
}

function withoutNfts(inputs: EngineInputs): EngineInputs {
  const { events } = resolve(inputs);
  const bought = events.filter(({ treatment }) => treatment === 'NFT_BUY');
  const nfts = new Set(bought.map(({ raw }) => raw.assetKey));
  const sold = events.filter(
    ({ raw, type, taxable }) => type === 'DISPOSITION' && taxable && nfts.has(raw.assetKey),
  );
  return corrected(inputs, sold, () => ({ taxable: false }));
}

/** Also the gifts of submitted years, whose closing states have other costs. */
function giftsAtMarketValue(inputs: EngineInputs): EngineInputs {
  const gifts = resolve(inputs).events.filter(
    ({ effect, value, euroValue }) =>
      effect.basis === 'GIVEN_BY_USER' && euroValue !== null && value !== euroValue,
  );
  if (gifts.length === 0) return inputs;
  const valued = corrected(inputs, gifts, ({ euroValue }) => ({
    euroValue: formatDecimal(euroValue ?? 0n, EUR_SCALE),
  }));
  return { ...valued, frozenYears: [] };
}
