/**
 * The inputs of the engine under another reading of the law: the same facts, corrected as the reading has them. The engine itself
 * knows one reading. Pure. Returns the same object where a history has nothing that the reading touches.
 */
import { AMOUNT_SCALE, EUR_SCALE, formatDecimal } from '@ctx/domain/decimal';
import type { InputReading } from '@ctx/domain/law/readings';
import { stableId } from '@ctx/domain/stable-id';
import { resolve, type ResolvedInputs } from '../../engine/resolve/resolve.ts';
import { arrivingOf, staysInPool, transfersOf } from '../../engine/transfer-groups.ts';
import type { EffectiveEvent, EngineInputs, Override, RawEvent } from '../../engine/types.ts';

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
  }
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
  return corrected(inputs, expenses, () => ({
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

type Fields = Partial<Omit<Override, 'id' | 'eventId'>>;

/** Returns the inputs with fields of some events overridden, on top of the user's own overrides. */
function corrected(
  inputs: EngineInputs,
  events: readonly EffectiveEvent[],
  fieldsOf: (event: EffectiveEvent) => Fields,
): EngineInputs {
  if (events.length === 0) return inputs;
  const overrides = new Map(inputs.overrides.map((override) => [override.eventId, override]));
  for (const event of events) {
    const { id } = event.raw;
    overrides.set(id, { ...(overrides.get(id) ?? blank(id)), ...fieldsOf(event) });
  }
  return { ...inputs, overrides: [...overrides.values()] };
}

function blank(eventId: string): Override {
  return {
    id: stableId('reading', eventId),
    eventId,
    type: null,
    treatment: null,
    taxable: null,
    euroValue: null,
    amount: null,
    timestampUs: null,
    description: null,
    flags: null,
    originAcquiredUs: null,
  };
}

/**
 * A pool for each account: the asset of each account becomes an asset of its own, with the same prices. What a transfer between
 * accounts loses on its way is a fee of the account that it left, paid with its oldest lots, as in one pool. Submitted years are
 * computed in the same way: their closing states know no accounts.
 */
function perAccount(inputs: EngineInputs): EngineInputs {
  const accounts = new Map<string, Set<string>>();
  for (const { assetKey, accountRef, fiat } of inputs.events)
    if (!isCurrency(assetKey, fiat))
      accounts.set(assetKey, (accounts.get(assetKey) ?? new Set()).add(accountRef));
  const isSpread = (assetKey: string): boolean => (accounts.get(assetKey)?.size ?? 0) > 1;
  if (![...accounts.keys()].some(isSpread)) return inputs;
  const keyOf = ({ assetKey, accountRef, fiat }: RawEvent): string =>
    isSpread(assetKey) && !isCurrency(assetKey, fiat) ? keyIn(assetKey, accountRef) : assetKey;
  const { events, overrides } = withFees(inputs, resolve(inputs));
  return {
    ...inputs,
    events: events.map((event) => ({ ...event, assetKey: keyOf(event) })),
    overrides,
    pricedAs: new Map(
      [...accounts].flatMap(([assetKey, refs]) =>
        [...refs].map((account): [string, string] => [keyIn(assetKey, account), assetKey]),
      ),
    ),
    frozenYears: [],
  };
}

const keyIn = (assetKey: string, accountRef: string): string => `${assetKey} in ${accountRef}`;

const isCurrency = (assetKey: string, fiat: boolean): boolean => fiat || assetKey === 'EUR';

/** Splits transfers of one asset between accounts into what arrives, and a fee just before for the rest. */
function withFees(
  inputs: EngineInputs,
  { transfers }: ResolvedInputs,
): Pick<EngineInputs, 'events' | 'overrides'> {
  const arrivedOf = (outLeg: EffectiveEvent): bigint =>
    transfersOf(outLeg).reduce((sum, transfer) => sum + arrivingOf(transfer), 0n);
  const lossy = [...new Set(transfers.map(({ outLeg }) => outLeg))].filter(
    (outLeg) =>
      staysInPool(outLeg) &&
      transfersOf(outLeg).some(({ inLeg }) => outLeg.raw.accountRef !== inLeg.raw.accountRef) &&
      arrivedOf(outLeg) > 0n &&
      arrivedOf(outLeg) < outLeg.amount,
  );
  const arrived = new Map(lossy.map((outLeg) => [outLeg.raw.id, arrivedOf(outLeg)]));
  const { overrides } = corrected(inputs, lossy, ({ raw, amount }) => ({
    amount: formatDecimal(arrived.get(raw.id) ?? amount, AMOUNT_SCALE),
  }));
  const fees = lossy.map((outLeg): RawEvent => {
    const { raw, amount, timestampUs } = outLeg;
    return {
      ...raw,
      id: stableId('reading', 'fee', raw.id),
      type: 'FEE',
      treatment: 'NORMAL',
      taxable: null,
      referenceId: `${raw.referenceId} lost on its way`,
      amount: formatDecimal(amount - arrivedOf(outLeg), AMOUNT_SCALE),
      euroValue: null,
      timestampUs: timestampUs - 1,
      continuityGroupId: null,
    };
  });
  return { events: [...inputs.events, ...fees], overrides };
}
