/** Random dossiers: random histories with circumstances, and with a submitted year before, of which some facts have changed since. */
import fc from 'fast-check';
import { type CircumstanceValues, NO_CIRCUMSTANCES } from '@ctx/domain/circumstances';
import { closeYear, recalculate } from '../../services/recalc/src/engine/recalculate.ts';
import type { EngineInputs } from '../../services/recalc/src/engine/types.ts';
import { idOf } from '../../services/recalc/test/engine/build.ts';
import { histories } from '../oracle/histories.ts';
import type { DossierInputs } from './dossier.ts';

const YEARS = [2025, 2026, 2027, 2031] as const;
const ACCOUNTS = ['kraken-1', 'ledger', 'Zeta'].map(idOf);

const money = fc.constantFrom('0', '150.5', '4000', '12000', '0.01');
const signed = fc.constantFrom('-3000', '-0.5', '0', '6000', '20000.25');
const percent = fc.constantFrom('0', '25', '33.3333', '50', '66.67', '100');
const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  fc.option(value, { freq: 2 });

const circumstances: fc.Arbitrary<CircumstanceValues> = fc
  .record({
    exemptionUsedElsewhere: maybe(money),
    otherGains: maybe(signed),
    derivativeResults: maybe(signed),
    taxWithheld: maybe(money),
    ownedSharePercent: maybe(percent),
    municipalSurchargePercent: maybe(fc.constantFrom('7', '8.25')),
    speculativeLossYearMinus1: maybe(money),
    speculativeLossYearMinus5: maybe(money),
    accountShares: maybe(
      fc.uniqueArray(fc.record({ accountId: fc.constantFrom(...ACCOUNTS), ownedSharePercent: percent }), {
        selector: ({ accountId }) => accountId,
        maxLength: 3,
      }),
    ),
  })
  .map((stated) => ({ ...NO_CIRCUMSTANCES, ...stated }));

const years = fc.oneof(
  fc.constant([]),
  fc.uniqueArray(fc.record({ year: fc.constantFrom(2025, 2026, 2027, 2030, 2031), values: circumstances }), {
    selector: ({ year }) => year,
    maxLength: 4,
  }),
);

/** What changed since the year was submitted: events and matches that were not there. */
interface LaterFacts {
  readonly events: readonly boolean[];
  readonly hasMatches: boolean;
  readonly hasOverrides: boolean;
}

function inputsBefore(inputs: EngineInputs, { events, hasMatches, hasOverrides }: LaterFacts): EngineInputs {
  return {
    ...inputs,
    events: inputs.events.filter((_event, index) => events[index % events.length] !== true),
    matches: hasMatches ? inputs.matches : [],
    overrides: hasOverrides ? inputs.overrides : [],
  };
}

/** Marks the events that a submitted year keeps, as the service does: what they bring in another year are other lots. */
function withKept(inputs: EngineInputs, before: EngineInputs, submitted: number): EngineInputs {
  const kept = new Set(
    recalculate(before).events.flatMap(({ raw, year }) => (year <= submitted ? [raw.id] : [])),
  );
  return {
    ...inputs,
    events: inputs.events.map((event) => (kept.has(event.id) ? { ...event, keptIn: [submitted] } : event)),
  };
}

const laterFacts: fc.Arbitrary<LaterFacts> = fc.record({
  events: fc.array(
    fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    { minLength: 1, maxLength: 40 },
  ),
  hasMatches: fc.boolean(),
  hasOverrides: fc.boolean(),
});

/**
 * Whether the engine keeps apart what happened before a submitted year and after it. It does not in three cases: an event that left units
 * waiting in the submitted year does so again in a later one, to which it was moved; the incoming leg of a match between assets was in an
 * open year before, and the outgoing leg is after it; an incoming leg whose lots the submitted year passed on has another departure now.
 */
function isKeptApart(inputs: EngineInputs): boolean {
  const { slices, lots } = recalculate(inputs);
  const keys = [
    ...slices.map(({ event, ordinal }) => `${event.raw.id} ${String(ordinal)}`),
    ...lots.map(({ id }) => id),
  ];
  const waiting = inputs.frozenYears.flatMap(({ closing }) =>
    closing.waiting.map(({ outEventId }) => outEventId),
  );
  const waitsAgain = slices.some(({ kind, event }) => kind === 'WAITING' && waiting.includes(event.raw.id));
  return new Set(keys).size === keys.length && !waitsAgain;
}

const opened: fc.Arbitrary<DossierInputs> = fc
  .tuple(histories, years, laterFacts, fc.constantFrom(2025, 2026), fc.constantFrom(...YEARS))
  .filter(([, , , submitted, year]) => submitted < year)
  .map(([inputs, stated, later, submitted, year]) => {
    const before = inputsBefore(inputs, later);
    const frozenYears = [{ year: submitted, ...closeYear(before, submitted) }];
    const opening = { year: submitted, inputs: before };
    return {
      inputs: { ...withKept(inputs, before, submitted), frozenYears },
      year,
      circumstances: stated,
      opening,
    };
  })
  .filter(({ inputs }) => isKeptApart(inputs));

const whole: fc.Arbitrary<DossierInputs> = fc.record({
  inputs: histories,
  year: fc.constantFrom(...YEARS),
  circumstances: years,
  isSubmitted: fc.boolean(),
});

/** Dossiers of years with and without a submitted year before. */
export const dossiers: fc.Arbitrary<DossierInputs> = fc.oneof(whole, opened);
