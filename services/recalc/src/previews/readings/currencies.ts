/**
 * The reading FOREIGN_CURRENCY_GAINS: money other than euro is an asset of its own, first in, first out over all accounts, at the price of its currency at
 * each instant. The same engine computes its gains, from the rows of money alone, so all other figures stay as they are. Pure.
 */
import { AMOUNT_SCALE, EUR_SCALE, formatDecimal, parseAmount, valueEur } from '@ctx/domain/decimal';
import { EUR_ASSET_KEY } from '@ctx/domain/euro';
import { compareCodePoints } from '@ctx/domain/natural-key';
import type { EventType } from '@ctx/domain/vocabulary';
import { currencyPrice, type PriceSeries, priceSeries } from '../../engine/prices.ts';
import { recalculate } from '../../engine/recalculate.ts';
import type { EngineInputs, RawEvent } from '../../engine/types.ts';
import type { MoneyFact, MoneyFacts } from '../../runs/money.ts';

export const NO_MONEY: MoneyFacts = { rows: [], prices: [] };

/** Returns the net gain of each year on money other than euro. EUR with 12 fraction digits. */
export function currencyGains(
  { rows, prices }: MoneyFacts,
  { regimes }: Pick<EngineInputs, 'regimes'>,
): ReadonlyMap<number, bigint> {
  const series = priceSeries(prices);
  const ofCurrencies = Map.groupBy(rows, ({ currency }) => currency);
  ofCurrencies.delete(EUR_ASSET_KEY);
  const events = [...ofCurrencies.values()].flatMap((ofCurrency) => eventsOf(ofCurrency, series));
  if (events.length === 0) return new Map();
  const nothing = { overrides: [], rules: [], matches: [], frozenYears: [] };
  const { years } = recalculate({ ...nothing, events, prices, regimes });
  return new Map(years.map(({ year, capitalGains }) => [year, capitalGains]));
}

/**
 * Returns the events of one currency; none if a row has no price, for its gains would be a guess. Money whose origin is not known comes in as it goes
 * out, at the same price, and makes no gain.
 */
function eventsOf(rows: readonly MoneyFact[], series: PriceSeries): RawEvent[] {
  const events: RawEvent[] = [];
  let held = 0n;
  for (const row of rows.toSorted(compareRows)) {
    const price = currencyPrice(series, row.currency, row.atUs);
    if (price === null) return [];
    const amount = parseAmount(row.amount);
    const eventOf = (id: string, type: EventType, units: bigint): RawEvent =>
      moneyEvent(row, { id, type, amount: units, value: valueEur(units, price) });
    if (row.type === 'CASH_OUT' && amount > held)
      events.push(eventOf(`${row.id} unknown`, 'ACQUISITION', amount - held));
    events.push(eventOf(row.id, eventTypeOf(row), amount));
    held = row.type === 'CASH_IN' ? held + amount : amount > held ? 0n : held - amount;
  }
  return events;
}

const PLACES: readonly EventType[] = ['ACQUISITION', 'DISPOSITION', 'EXPENSE'];

/** At one instant, money comes in before money goes out, and what realises something goes out first, as in the engine. */
function compareRows(left: MoneyFact, right: MoneyFact): number {
  return (
    left.atUs - right.atUs ||
    PLACES.indexOf(eventTypeOf(left)) - PLACES.indexOf(eventTypeOf(right)) ||
    compareCodePoints(left.id, right.id)
  );
}

/** What goes to a bank and what is paid as a fee realises nothing, as a transfer and a network fee do. */
function eventTypeOf({ type, purpose }: MoneyFact): EventType {
  if (type === 'CASH_IN') return 'ACQUISITION';
  return purpose === 'TRANSFER' || purpose === 'FEE' ? 'EXPENSE' : 'DISPOSITION';
}

function moneyEvent(
  { accountId, currency, atUs }: MoneyFact,
  {
    id,
    type,
    amount,
    value,
  }: {
    readonly id: string;
    readonly type: EventType;
    readonly amount: bigint;
    readonly value: bigint;
  },
): RawEvent {
  return {
    id,
    accountId,
    // One account, because lots are used over all of them.
    accountRef: '',
    assetKey: currency,
    assetSymbol: currency,
    assetName: null,
    assetChain: null,
    fiat: false,
    type,
    referenceId: id,
    amount: formatDecimal(amount, AMOUNT_SCALE),
    timestampUs: atUs,
    euroValue: formatDecimal(value, EUR_SCALE),
    treatment: 'NORMAL',
    taxable: null,
    priceSource: null,
    description: null,
    protocol: null,
    continuityGroupId: null,
    counterpartyAddress: null,
    chainId: null,
    flags: [],
    spam: false,
    needsReview: false,
    isLoan: false,
    isRepayment: false,
  };
}
