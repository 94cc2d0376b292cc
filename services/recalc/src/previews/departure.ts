/** The preview of a departure abroad: all lots that are owned then, as if sold at market value at that instant. */
import { formatCents, formatDecimal, AMOUNT_SCALE, EUR_SCALE, valueEur } from '@ctx/domain/decimal';
import { parseInstantUs, shownInstant, taxYear } from '@ctx/domain/instant';
import { DEFERRAL } from '@ctx/domain/law/departure';
import { ratesOf, taxOf } from '@ctx/domain/law/rates';
import { shareOfLeft } from '@ctx/domain/lot-shares';
import { shown, shownSymbol } from '@ctx/domain/shown-text';
import type { Regime } from '@ctx/domain/vocabulary';
import { snapshotAsUser } from '@ctx/platform/postgres';
import type {
  DepartureHolding,
  DeparturePreview,
  PreviewDepartureRequest,
} from '@ctx/proto/gen/ctx/v1/preview';
import { latestPrice, photoPrice, priceSeries } from '../engine/prices.ts';
import { recalculate } from '../engine/recalculate.ts';
import type { EngineInputs, Lot } from '../engine/types.ts';
import { type LawFacts, sliceValues } from '../engine/value/basis.ts';
import { countEvents } from '../runs/changes.ts';
import { readInputs } from '../runs/everything/load.ts';
import { isCurrent, type Preview, type PreviewedYear } from '../runs/preview.ts';
import { AS_STORED } from '../runs/proposal.ts';
import { emptyYear, readYears, yearAfter } from '../save/years.ts';
import { readSubmittedYears } from '../submitted/kept-sums.ts';
import { markedYears, readCircumstances, readMarkers } from '../tables/markers.ts';
import { type PreviewRoom, whenCurrent } from './current.ts';
import { estimatedTaxOn, exemptionOn } from './headroom.ts';

type DepartureFacts = Pick<Preview, 'years' | 'speculative' | 'unlocked' | 'circumstances' | 'kept'> & {
  readonly inputs: EngineInputs;
};

/** Previews a departure. `at` must be set. */
export async function previewDeparture(
  { pool, eventsMax }: PreviewRoom,
  userId: number,
  { at }: PreviewDepartureRequest,
): Promise<DeparturePreview> {
  const stored = await whenCurrent(() =>
    snapshotAsUser(pool, userId, async (client): Promise<DepartureFacts | 'NOT_CURRENT' | 'LARGE'> => {
      if (!(await isCurrent(client, userId))) return 'NOT_CURRENT';
      if ((await countEvents(client, userId)) > eventsMax) return 'LARGE';
      const { speculative, unlocked } = markedYears(await readMarkers(client, userId));
      const circumstances = await readCircumstances(client, userId);
      const years = [...(await readYears(client, userId))].map(([year, row]): PreviewedYear => {
        const figures = yearAfter(row, year);
        return { before: figures, after: figures, isLocked: !unlocked.has(year) };
      });
      return {
        inputs: await readInputs(client, userId, AS_STORED),
        years,
        speculative: { before: speculative, after: speculative },
        unlocked,
        circumstances: new Map(circumstances.map((row) => [row.year, row])),
        kept: await readSubmittedYears(client, userId),
      };
    }),
  );
  return departureOf(stored, parseInstantUs(at ?? '') ?? 0);
}

/** Returns what a departure at an instant realises. Events after it are left out. Pure. */
export function departureOf(stored: DepartureFacts, atUs: number): DeparturePreview {
  const year = taxYear(atUs);
  const inputs = inputsUntil(stored.inputs, atUs);
  const outputs = recalculate(inputs);
  const regime: Regime = stored.speculative.after.has(year) ? 'SPECULATIEF' : 'NORMAAL_BEHEER';
  const series = priceSeries(inputs.prices);
  const law = { regimeOf: () => regime, photoPriceOf: (assetKey: string) => photoPrice(series, assetKey) };
  const lotsOf = Map.groupBy(outputs.lots, (lot) => lot.assetKey);
  const missing = new Set<string>();
  let [value, gain] = [0n, 0n];
  const holdings = outputs.holdings.map(({ assetKey, assetSymbol, amount }): DepartureHolding => {
    const price = latestPrice(series, assetKey, atUs)?.eur ?? null;
    const holding = {
      assetKey,
      assetSymbol: shownSymbol(assetSymbol),
      amount: formatDecimal(amount, AMOUNT_SCALE),
    };
    if (price === null) return holding;
    let [ofValue, ofGain] = [0n, 0n];
    for (const lot of lotsOf.get(assetKey) ?? []) {
      const sold = soldLot(lot, price, law, year);
      ofValue += sold.value;
      ofGain += sold.gain;
      if (sold.photoMissing !== null) missing.add(sold.photoMissing);
    }
    value += ofValue;
    gain += ofGain;
    const unitPriceEur = formatDecimal(price, EUR_SCALE);
    return { ...holding, unitPriceEur, euroValue: formatCents(ofValue), gain: formatCents(ofGain) };
  });
  const before = outputs.years.find((figures) => figures.year === year)?.capitalGains ?? 0n;
  const withoutPrice = holdings.filter(({ euroValue }) => euroValue == null).map(({ assetKey }) => assetKey);
  return {
    warnings: warningsOf(withoutPrice, missing),
    at: shownInstant(atUs),
    year,
    value: formatCents(value),
    gain: formatCents(gain),
    ...taxesOf({ ...stored, years: yearsWith(stored, { year, regime, before, after: before + gain }) }, year),
    holdings,
    withoutPrice,
    missingPhotoValues: [...missing],
    deferral: DEFERRAL,
  };
}

/** Submitted years of later than the departure have no part in it. */
function inputsUntil(inputs: EngineInputs, atUs: number): EngineInputs {
  const moved = new Map(inputs.overrides.map(({ eventId, timestampUs }) => [eventId, timestampUs]));
  return {
    ...inputs,
    events: inputs.events.filter(({ id, timestampUs }) => (moved.get(id) ?? timestampUs) <= atUs),
    frozenYears: inputs.frozenYears.filter(({ year }) => year < taxYear(atUs)),
  };
}

/** Returns what is left of a lot, those units included that wait for a match: their value, gain, and the asset whose photo price they need. */
function soldLot(
  lot: Lot,
  price: bigint,
  law: LawFacts,
  year: number,
): { readonly value: bigint; readonly gain: bigint; readonly photoMissing: string | null } {
  const amount = lot.remaining + lot.waiting;
  if (amount === 0n) return { value: 0n, gain: 0n, photoMissing: null };
  const value = valueEur(amount, price);
  const taken = {
    amount,
    costBasis: lot.remainingCostBasis + lot.waitingCostBasis,
    feesEur: shareOfLeft(lot.feesEur, amount, lot.amount),
    photo:
      lot.photo === null ? null : { ...lot.photo, amount: shareOfLeft(lot.photo.amount, amount, lot.amount) },
    assetKey: lot.assetKey,
    acquiredUs: lot.acquiredUs,
  };
  const { gain, photoMissing } = sliceValues(law, taken, year, { isGain: true, proceeds: value });
  return { value, gain, photoMissing };
}

interface YearOfDeparture {
  readonly year: number;
  readonly regime: Regime;
  readonly before: bigint;
  readonly after: bigint;
}

function yearsWith({ years, unlocked }: DepartureFacts, of: YearOfDeparture): PreviewedYear[] {
  const empty = yearAfter(emptyYear(of.year, of.regime), of.year);
  const departure = {
    before: { ...empty, capitalGains: of.before },
    after: { ...empty, capitalGains: of.after },
    isLocked: !unlocked.has(of.year),
  };
  return [...years.filter(({ before }) => before.year !== of.year), departure];
}

function taxesOf(
  stored: DepartureFacts,
  year: number,
): Pick<DeparturePreview, 'tax' | 'exemptionUsed' | 'exemptionRemaining' | 'estimatedTax'> {
  const of = stored.years.find(({ before }) => before.year === year);
  const { capitalGainsPercent } = ratesOf(
    year,
    stored.speculative.after.has(year) ? 'SPECULATIEF' : 'NORMAAL_BEHEER',
  );
  const [before, after] = (['before', 'after'] as const).map((side) => ({
    tax: taxOf(of?.[side].capitalGains ?? 0n, capitalGainsPercent),
    exemption: exemptionOn(side, year, stored),
    estimated: estimatedTaxOn(side, year, stored),
  })) as [TaxOnSide, TaxOnSide];
  return {
    tax: formatCents(after.tax - before.tax),
    exemptionUsed:
      before.exemption === null || after.exemption === null
        ? null
        : formatCents(after.exemption.used - before.exemption.used),
    exemptionRemaining: after.exemption === null ? null : formatCents(after.exemption.remaining),
    estimatedTax:
      before.estimated === null || after.estimated === null
        ? null
        : formatCents(after.estimated - before.estimated),
  };
}

interface TaxOnSide {
  readonly tax: bigint;
  readonly exemption: ReturnType<typeof exemptionOn>;
  readonly estimated: bigint | null;
}

function warningsOf(withoutPrice: readonly string[], missing: ReadonlySet<string>): string[] {
  return [
    ...withoutPrice.map(
      (assetKey) => `No price of ${shown(assetKey)} is known: these figures leave its units out.`,
    ),
    ...[...missing].map(
      (assetKey) =>
        `The value of ${shown(assetKey)} at the end of 2025 is not known: units of before then are measured from their historic cost.`,
    ),
  ];
}
