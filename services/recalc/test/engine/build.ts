/** Short builders of facts for the tests of the engine; each fills in the fields that a test does not set. */
import { formatDecimal, parseAmount, parseEur, AMOUNT_SCALE, EUR_SCALE } from '@ctx/domain/decimal';
import { validityOf } from '@ctx/domain/entered-price';
import type { IssueType } from '@ctx/domain/issues';
import type { Regime } from '@ctx/domain/vocabulary';
import { actionsOf } from '../../src/engine/flow/actions.ts';
import { FrozenYears } from '../../src/engine/flow/frozen-years.ts';
import { recalculate } from '../../src/engine/recalculate.ts';
import { resolve } from '../../src/engine/resolve/resolve.ts';
import type {
  EffectiveEvent,
  EngineInputs,
  EngineOutputs,
  Issue,
  Lot,
  Outcome,
  Override,
  Price,
  RawEvent,
  Rule,
  Slice,
  TransferMatch,
  YearFigures,
} from '../../src/engine/types.ts';

const US_PER_MS = 1000;

/** Returns a price that the taxpayer entered, for an instant or a Brussels day such as `2025-12-31`. */
export function entered(assetKey: string, when: string, eur: string): Price {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(when);
  const { fromUs, untilUs } = validityOf({ at: isDay ? null : when, day: isDay ? when : null });
  return { assetKey, atUs: fromUs, eur, shared: false, entered: isDay ? 'DAY' : 'INSTANT', untilUs };
}

/** Returns the microseconds of an RFC 3339 instant; a bare date means midnight in UTC. */
export function at(text: string): number {
  return Date.parse(text) * US_PER_MS;
}

/** Returns a stable UUID for a short name. */
export function idOf(name: string): string {
  const hex = Buffer.from(name).toString('hex').padEnd(32, '0').slice(0, 32);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export interface EventText extends Partial<Omit<RawEvent, 'timestampUs'>> {
  readonly at: string;
}

/** Returns an event whose `referenceId` and `id` follow from its name. Defaults to BTC in one account. */
export function event(name: string, type: RawEvent['type'], facts: EventText): RawEvent {
  const { at: when, ...rest } = facts;
  return {
    id: idOf(name),
    accountId: idOf(rest.accountRef ?? 'kraken-1'),
    accountRef: 'kraken-1',
    assetKey: 'BTC',
    assetSymbol: rest.assetKey ?? 'BTC',
    assetName: null,
    assetChain: null,
    fiat: false,
    type,
    referenceId: name,
    amount: '1',
    timestampUs: at(when),
    euroValue: null,
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
    ...rest,
  };
}

export const buy = (name: string, facts: EventText): RawEvent => event(name, 'ACQUISITION', facts);
export const sell = (name: string, facts: EventText): RawEvent => event(name, 'DISPOSITION', facts);
export const income = (name: string, facts: EventText): RawEvent => event(name, 'INCOME', facts);
export const fee = (name: string, facts: EventText): RawEvent => event(name, 'FEE', facts);

/** Returns a user's override of the event called `name`. */
export function override(name: string, fields: Partial<Override>): Override {
  return {
    id: idOf(`override ${name}`),
    eventId: idOf(name),
    type: null,
    treatment: null,
    taxable: null,
    euroValue: null,
    amount: null,
    timestampUs: null,
    description: null,
    flags: null,
    originAcquiredUs: null,
    ...fields,
  };
}

/** Returns a rule by name. Defaults to the first in the order of creation. */
export function rule(name: string, fields: Partial<Rule> & Pick<Rule, 'action'>): Rule {
  return {
    id: idOf(name),
    ordinal: 1,
    matchType: fields.action === 'IGNORE_DUST' ? 'DUST_THRESHOLD' : 'DESCRIPTION',
    direction: 'ANY',
    counterpartyAddress: null,
    chainId: null,
    matchValue: null,
    thresholdEur: null,
    ...fields,
  };
}

/** Returns a match of two events by their names. */
export function match(
  out: string,
  into: string,
  kind: TransferMatch['kind'] = 'SELF_TRANSFER',
  ordinal = 1,
): TransferMatch {
  return { id: idOf(`${out}>${into}`), ordinal, outEventId: idOf(out), inEventId: idOf(into), kind };
}

/** Returns matches that are joined to the first of them, by the names of each pair. */
export function joinedMatches(
  pairs: readonly (readonly [string, string])[],
  kind: TransferMatch['kind'] = 'SELF_TRANSFER',
): TransferMatch[] {
  const [first] = pairs.map(([out, into]) => match(out, into, kind));
  return pairs.map(([out, into], index) => ({
    ...match(out, into, kind, index + 1),
    joinedMatchId: index === 0 ? null : (first?.id ?? null),
  }));
}

/** Returns a shared price; a bare date means midnight in UTC. */
export function price(assetKey: string, when: string, eur: string): Price {
  return { assetKey, atUs: at(when), eur, shared: true };
}

export interface Extras extends Partial<Omit<EngineInputs, 'events' | 'regimes'>> {
  readonly regimes?: Readonly<Record<number, Regime>>;
}

export function inputsOf(
  events: readonly RawEvent[],
  { regimes = {}, ...extras }: Extras = {},
): EngineInputs {
  const years = Object.entries(regimes).map(([year, regime]) => ({ year: Number(year), regime }));
  return {
    overrides: [],
    rules: [],
    matches: [],
    prices: [],
    frozenYears: [],
    ...extras,
    events,
    regimes: years,
  };
}

/** Returns the actions on the pools in order, as the `referenceId` of the event that gives each its time. */
export function processed(events: readonly RawEvent[], extras?: Extras): string[] {
  const resolved = resolve(inputsOf(events, extras));
  return actionsOf(resolved.events, new FrozenYears([])).map(({ event: { raw } }) => raw.referenceId);
}

/** Recalculates and reads the figures by the names of the events. */
export function run(events: readonly RawEvent[], extras?: Extras): Figures {
  return new Figures(recalculate(inputsOf(events, extras)));
}

export class Figures {
  readonly outputs: EngineOutputs;

  constructor(outputs: EngineOutputs) {
    this.outputs = outputs;
  }

  /** The effective event and its outcome. */
  event(name: string): EffectiveEvent & Outcome {
    const index = this.outputs.events.findIndex(({ raw }) => raw.id === idOf(name));
    return { ...found(this.outputs.events[index], name), ...found(this.outputs.outcomes[index], name) };
  }

  /** Realised gain in EUR, or null. */
  gain(name: string): string | null {
    const { totalGain } = this.event(name);
    return totalGain === null ? null : eurText(totalGain);
  }

  /** The lots that an event brought. */
  lots(name: string): readonly Lot[] {
    return this.outputs.lots.filter(({ eventId }) => eventId === idOf(name));
  }

  lot(name: string): {
    acquired: string;
    remaining: string;
    waiting: string;
    basis: string;
    remainingBasis: string;
  } {
    const lot = found(this.lots(name)[0], name);
    return {
      acquired: amountText(lot.amount),
      remaining: amountText(lot.remaining),
      waiting: amountText(lot.waiting),
      basis: eurText(lot.costBasis),
      remainingBasis: eurText(lot.remainingCostBasis),
    };
  }

  slices(name: string): readonly Slice[] {
    return this.outputs.slices.filter(({ event: { raw } }) => raw.id === idOf(name));
  }

  year(year: number): YearFigures {
    return found(
      this.outputs.years.find((figures) => figures.year === year),
      String(year),
    );
  }

  /** The types of the issues on an event, or of those without an event. */
  issues(name?: string): IssueType[] {
    const eventId = name === undefined ? null : idOf(name);
    return this.outputs.issues.filter((issue) => issue.eventId === eventId).map(({ type }) => type);
  }

  issue(type: IssueType): Issue {
    return found(
      this.outputs.issues.find((issue) => issue.type === type),
      type,
    );
  }
}

export const eurText = (value: bigint): string => formatDecimal(value, EUR_SCALE);
export const amountText = (value: bigint): string => formatDecimal(value, AMOUNT_SCALE);
export const eur = (text: string): bigint => parseEur(text);
export const amount = (text: string): bigint => parseAmount(text);

function found<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`nothing found for ${name}`);
  return value;
}
