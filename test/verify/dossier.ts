/** Writes the dossier of a year in memory, from the engine's inputs and outputs (docs/dossier.md). */
import { createHash } from 'node:crypto';
import { valueEur } from '@ctx/domain/decimal';
import { PHOTO } from '@ctx/domain/law/photo';
import { provisionsIn } from '@ctx/domain/law/provisions';
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import { lastPrice, photoPrice, priceSeries } from '../../services/recalc/src/engine/prices.ts';
import { closeYear, recalculate } from '../../services/recalc/src/engine/recalculate.ts';
import type { ClosingState, EngineInputs, EngineOutputs } from '../../services/recalc/src/engine/types.ts';
import { correctedAt, factsOf } from './facts-of-year.ts';
import { type Circumstances, figureLines, regimeIn, type SubmittedYear } from './figure-lines.ts';
import { amount, eur, instant, type Line } from './line.ts';
import { openingLines } from './opening-lines.ts';

/** What a dossier is made of. */
export interface DossierInputs {
  readonly inputs: EngineInputs;
  readonly year: number;
  readonly circumstances: Circumstances;
  /** The last submitted year before; its closing state is among the inputs. */
  readonly opening?: SubmittedYear;
  readonly isSubmitted?: boolean;
}

export type Files = Record<string, readonly Line[]>;

/** Returns the lines of each file of data. */
export function linesOf(dossier: DossierInputs): Files {
  const { inputs, year, opening } = dossier;
  const outputs = recalculate(inputs);
  const facts = factsOf(inputs, year, opening?.year ?? 0);
  const ids = new Set(facts.map(({ id }) => id));
  const events = outputs.events.flatMap((event, index) =>
    event.year === year ? [{ event, outcome: outputs.outcomes[index]! }] : [],
  );
  return {
    facts: facts.map((fact) => factLine(fact)),
    overrides: inputs.overrides.filter(({ eventId }) => ids.has(eventId)).map(overrideLine),
    rules: inputs.rules.map(({ id, ordinal, action, matchType, direction, ...terms }) => {
      const { counterpartyAddress, chainId, matchValue, thresholdEur } = terms;
      return {
        id,
        ordinal,
        action,
        matchType,
        direction,
        counterpartyAddress,
        chainId,
        matchValue,
        thresholdEur,
      };
    }),
    matches: inputs.matches
      .filter(({ outEventId, inEventId }) => ids.has(outEventId) || ids.has(inEventId))
      .map(({ id, joinedMatchId = null, ordinal, outEventId, inEventId, kind }) => {
        return { id, joinedMatchId, ordinal, outEventId, inEventId, kind };
      }),
    prices: priceLines(inputs, facts),
    money: [],
    years: yearLines(dossier),
    opening: openingLines(dossier),
    law: provisionsIn(year).map(({ name, value, unit, law }) => {
      return { name, value, unit, source: law.source, article: law.article, status: law.status };
    }),
    events: events.map(({ event, outcome }) => ({
      id: event.raw.id,
      timestamp: instant(event.timestampUs),
      type: event.type,
      treatment: event.treatment,
      taxable: event.taxable,
      amount: event.override?.amount ?? event.raw.amount,
      assetKey: event.raw.assetKey,
      euroValue: event.euroValueShown,
      priceSource: event.priceSource,
      overrideId: event.override?.id ?? null,
      ruleId: event.ruleId,
      matchId: event.transfer?.matchId ?? null,
      totalGain: eur(outcome.totalGain),
      income: eur(outcome.income),
    })),
    slices: sliceLines(outputs, year),
    lots: heldLines(inputs, year),
    photo: photoLines(inputs, year),
    figures: figureLines(dossier, outputs),
    issues: [],
    log: logLines(),
    reported: [],
  };
}

function factLine(raw: EngineInputs['events'][number]): Line {
  return {
    id: raw.id,
    accountId: raw.accountId,
    account: raw.accountRef,
    accountLabel: null,
    assetKey: raw.assetKey,
    assetSymbol: raw.assetSymbol,
    assetName: raw.assetName,
    assetChain: raw.assetChain,
    fiat: raw.fiat,
    type: raw.type,
    referenceId: raw.referenceId,
    amount: raw.amount,
    timestamp: instant(raw.timestampUs),
    euroValue: raw.euroValue,
    treatment: raw.treatment,
    taxable: raw.taxable,
    priceSource: raw.priceSource,
    description: raw.description,
    protocol: raw.protocol,
    continuityGroupId: raw.continuityGroupId,
    counterpartyAddress: raw.counterpartyAddress,
    chainId: raw.chainId,
    flags: raw.flags,
    spam: raw.spam,
    needsReview: raw.needsReview,
    isLoan: raw.isLoan,
    isRepayment: raw.isRepayment,
  };
}

function overrideLine(override: EngineInputs['overrides'][number]): Line {
  const { timestampUs, originAcquiredUs, id, eventId, type, treatment, taxable, ...rest } = override;
  return {
    id,
    eventId,
    type,
    treatment,
    taxable,
    euroValue: rest.euroValue,
    amount: rest.amount,
    timestamp: instant(timestampUs),
    description: rest.description,
    flags: rest.flags,
    originAcquiredAt: instant(originAcquiredUs),
  };
}

/** A price for each event without a value of its own, and one at the photo moment for each asset. Their own time is not known here. */
function priceLines(inputs: EngineInputs, facts: EngineInputs['events']): Line[] {
  const series = priceSeries(inputs.prices);
  const line = (
    fields: Line & { readonly moment: number },
    price: { eur: bigint; origin: string | null },
  ): Line => ({
    ...fields,
    moment: instant(fields.moment),
    eur: eur(price.eur),
    at: instant(fields.moment),
    origin: price.origin,
    own: false,
  });
  const ofEvents = facts.flatMap((fact) => {
    const given = inputs.overrides.find(({ eventId }) => eventId === fact.id)?.euroValue ?? fact.euroValue;
    const moment = correctedAt(inputs, fact);
    const price = given === null ? lastPrice(series, fact.assetKey, moment) : null;
    if (price === null || fact.assetKey === 'EUR') return [];
    return [line({ eventId: fact.id, assetKey: fact.assetKey, moment, for: 'EVENT' }, price)];
  });
  const assets = [...new Set(inputs.events.map(({ assetKey }) => assetKey))].filter((key) => key !== 'EUR');
  const ofPhoto = assets.flatMap((assetKey) => {
    const found = photoPrice(series, assetKey);
    const fields = { eventId: null, assetKey, moment: PHOTO.momentUs, for: 'PHOTO' };
    return found === null ? [] : [line(fields, { eur: found, origin: 'IMPORTED' })];
  });
  return [...ofEvents, ...ofPhoto];
}

function yearLines({ inputs, year, circumstances }: DossierInputs): Line[] {
  const years = new Set([
    ...inputs.events.map((event) => new Date(correctedAt(inputs, event) / 1000).getUTCFullYear()),
    ...inputs.regimes.map((each) => each.year),
    ...circumstances.map((each) => each.year),
    year,
  ]);
  return [...years]
    .filter((each) => each <= year)
    .toSorted((a, b) => a - b)
    .map((each) => {
      const stated = circumstances.find((one) => one.year === each)?.values;
      return {
        year: each,
        regime: regimeIn(inputs, each),
        hasCircumstances: stated !== undefined,
        exemptionUsedElsewhere: stated?.exemptionUsedElsewhere ?? null,
        otherGains: stated?.otherGains ?? null,
        derivativeResults: stated?.derivativeResults ?? null,
        taxWithheld: stated?.taxWithheld ?? null,
        ownedSharePercent: stated?.ownedSharePercent ?? null,
        accountShares: stated?.accountShares ?? null,
        municipalSurchargePercent: stated?.municipalSurchargePercent ?? null,
        speculativeLossYearMinus1: stated?.speculativeLossYearMinus1 ?? null,
        speculativeLossYearMinus2: stated?.speculativeLossYearMinus2 ?? null,
        speculativeLossYearMinus3: stated?.speculativeLossYearMinus3 ?? null,
        speculativeLossYearMinus4: stated?.speculativeLossYearMinus4 ?? null,
        speculativeLossYearMinus5: stated?.speculativeLossYearMinus5 ?? null,
      };
    });
}

function sliceLines({ slices }: EngineOutputs, year: number): Line[] {
  return slices
    .filter(({ event }) => event.year === year)
    .map((slice) => ({
      eventId: slice.event.raw.id,
      ordinal: slice.ordinal,
      kind: slice.kind,
      lotId: slice.lot.id,
      amount: amount(slice.amount),
      proceeds: eur(slice.proceeds),
      isGain: slice.isGain,
      historicCost: eur(slice.historicCost),
      costBasis: eur(slice.costBasis),
      gain: eur(slice.gain),
      holdingPeriodDays: slice.holdingPeriodDays,
    }));
}

interface HeldLot {
  readonly lot: ClosingState['lots'][number];
  readonly amount: bigint;
  readonly line: Line;
}

/** The lots at the end of a year, with what waits. */
function heldAt(inputs: EngineInputs, year: number): HeldLot[] {
  const { lots, waiting } = closeYear(inputs, year).closing;
  return lots.flatMap((lot) => {
    const parts = waiting.filter(({ lotId }) => lotId === lot.id);
    const held = parts.reduce((sum, part) => sum + part.amount, lot.remaining);
    const left = lot.remaining === lot.amount ? lot.costBasis : costLeft(lot);
    const cost = parts.reduce((sum, part) => sum + part.costBasis, left);
    const { id, assetKey, originEventId, acquiredUs } = lot;
    const line = {
      id,
      assetKey,
      originEventId,
      acquiredAt: instant(acquiredUs),
      amount: amount(held),
      costBasis: eur(cost),
    };
    return held === 0n ? [] : [{ lot, amount: held, line }];
  });
}

/** The cost of the units that are left, half to even. */
function costLeft({ costBasis, remaining, amount: whole }: HeldLot['lot']): bigint {
  const [product, twice] = [costBasis * remaining, 2n];
  const below = product / whole;
  const rest = (product % whole) * twice;
  return rest > whole || (rest === whole && below % twice === 1n) ? below + 1n : below;
}

const heldLines = (inputs: EngineInputs, year: number): Line[] =>
  heldAt(inputs, year).map(({ line }) => line);

function photoLines(inputs: EngineInputs, year: number): Line[] {
  if (year < FIRST_TAXED_YEAR || regimeIn(inputs, year) !== 'NORMAAL_BEHEER') return [];
  const series = priceSeries(inputs.prices);
  return heldAt(inputs, FIRST_TAXED_YEAR - 1).map(({ lot, amount: held, line }) => {
    const price = photoPrice(series, lot.assetKey);
    return { ...line, price: eur(price), value: price === null ? null : eur(valueEur(held, price)) };
  });
}

/** A log of two entries. */
function logLines(): Line[] {
  let before = Buffer.alloc(0);
  return [1, 2].map((place) => {
    const covers = JSON.stringify([7, place, `entry ${String(place)} é`]);
    const hash = createHash('sha256').update(before).update(covers).digest();
    before = hash;
    return { place, covers, hash: hash.toString('hex') };
  });
}
