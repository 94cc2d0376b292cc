/** Fingerprints of the inputs of a run or a year (engine.md §1, §7): the same for the same facts, whatever their order. */
import { hash } from 'node:crypto';
import { textDigest } from '@ctx/domain/digest';
import { isPhotoYear, PHOTO } from '@ctx/domain/law/photo';
import type { LawFacts } from './value/basis.ts';
import type {
  ClosingState,
  EffectiveEvent,
  EngineInputs,
  Override,
  RawEvent,
  TransferMatch,
  YearRegime,
} from './types.ts';
import { isSameAsset, transfersOf } from './transfer-groups.ts';
import { ENGINE_VERSION } from './version.ts';

interface KnownDigest {
  readonly override: Override | null;
  readonly prices: string;
  readonly digest: string;
}

const inputDigests = new WeakMap<RawEvent, KnownDigest>();

/**
 * Returns a 128-bit digest of an event's raw facts, its override and the prices that it depends on (`pricesOfEvent`). Cached per event,
 * because a run needs it twice.
 */
export function eventInputDigest(raw: RawEvent, override: Override | null, prices: string): string {
  const known = inputDigests.get(raw);
  if (known?.override === override && known.prices === prices) return known.digest;
  const digest = textDigest(
    `${rawEventText(raw)} ${override === null ? '' : overrideText(override)}${prices}`,
  );
  inputDigests.set(raw, { override, prices, digest });
  return digest;
}

/** Returns a 128-bit digest of one transfer match. */
export function matchInputDigest(match: TransferMatch): string {
  const { id, joinedMatchId = null, ordinal, outEventId, inEventId, kind } = match;
  const joined = joinedMatchId === null ? [] : [joinedMatchId];
  return textDigest(JSON.stringify([id, ordinal, outEventId, inEventId, kind, ...joined]));
}

/**
 * Returns a digest of all other inputs, including the engine's version; the order of the inputs does not matter. Shared prices and prices that
 * the user entered are part of the digests of the events that depend on them, so that one of them changes the inputs of these events alone.
 */
export function otherInputsDigest(
  inputs: Omit<EngineInputs, 'events' | 'matches'>,
  orphans: readonly Override[],
): string {
  const { rules, prices, regimes, frozenYears, duplicateIds = [] } = inputs;
  return textDigest(
    [
      `engine ${String(ENGINE_VERSION)}`,
      ...orphans.map((override) => `orphan ${overrideText(override)}`),
      ...rules.map((rule) => `rule ${JSON.stringify(Object.entries(rule).toSorted())}`),
      ...prices.flatMap(({ assetKey, atUs, eur, shared, entered }) =>
        shared || entered != null ? [] : [`price ${JSON.stringify([assetKey, atUs, eur])}`],
      ),
      ...regimes.filter(isSet).map(regimeText),
      ...frozenYears.map(({ year, inputFingerprint }) => `frozen ${String(year)} ${inputFingerprint}`),
      ...duplicateIds.map((id) => `duplicate ${id}`),
    ]
      .toSorted()
      .join('\n'),
  );
}

export interface YearInputs {
  readonly year: number;
  /** May include events of other years. */
  readonly events: readonly EffectiveEvent[];
  /** The closing state of the year before. */
  readonly opening: ClosingState;
  readonly law: LawFacts;
}

/**
 * Returns the fingerprint of a year's inputs: its effective events, its opening state, its regime and the photo
 * prices that its gains may be measured from. The engine's version is left out, because it is not one of the user's facts.
 */
export function yearInputFingerprint({ year, events, opening, law }: YearInputs): string {
  const ofYear = events.filter((event) => event.year === year);
  const regime = law.regimeOf(year);
  const texts = [
    ...ofYear.map((event) => `event ${eventText(event)}`),
    `opening ${textOf({ ...opening, debts: opening.debts.filter(({ remaining }) => remaining > 0n) })}`,
    `regime ${regime}`,
    ...(isPhotoYear(year, regime) ? photoTexts(ofYear, opening, law) : []),
  ];
  return hash('sha256', texts.toSorted().join('\n'));
}

/** Returns the photo prices of older lots, for each pool from which something is sold or moved to another asset. */
function photoTexts(events: readonly EffectiveEvent[], { lots }: ClosingState, law: LawFacts): string[] {
  const touched = new Set<string>();
  for (const event of events) {
    const { raw, effect } = event;
    const isMoved = !transfersOf(event).every(isSameAsset);
    if (isMoved || effect.gain === 'PROCEEDS_LESS_BASIS') touched.add(raw.assetKey);
  }
  const old = lots.filter((lot) => touched.has(lot.assetKey) && lot.acquiredUs < PHOTO.momentUs);
  const assets = new Set(old.map(({ photo, assetKey }) => photo?.assetKey ?? assetKey));
  return [...assets].map((assetKey) => `photo ${assetKey} ${String(law.photoPriceOf(assetKey))}`);
}

// Setting the default regime is the same as setting no regime.
const isSet = ({ regime }: YearRegime): boolean => regime !== 'NORMAAL_BEHEER';
const regimeText = ({ year, regime }: YearRegime): string => `regime ${String(year)} ${regime}`;

function rawEventText(event: RawEvent): string {
  return JSON.stringify([
    event.id,
    event.accountId,
    event.accountRef,
    event.assetKey,
    event.assetSymbol,
    event.assetName,
    event.assetChain,
    event.fiat,
    event.type,
    event.referenceId,
    event.amount,
    event.timestampUs,
    event.euroValue,
    event.treatment,
    event.taxable,
    event.priceSource,
    event.description,
    event.protocol,
    event.continuityGroupId,
    event.counterpartyAddress,
    event.chainId,
    event.flags,
    event.spam,
    event.needsReview,
    event.isLoan,
    event.isRepayment,
  ]);
}

function overrideText(override: Override): string {
  const { id, eventId, type, treatment, taxable, euroValue, amount } = override;
  const { timestampUs, description, flags, originAcquiredUs } = override;
  return JSON.stringify([
    id,
    eventId,
    type,
    treatment,
    taxable,
    euroValue,
    amount,
    timestampUs,
    description,
    flags,
    originAcquiredUs,
  ]);
}

// The raw facts behind an event are part of the inputs' fingerprint; here stands what was computed from them.
function eventText(event: EffectiveEvent): string {
  const { raw, override, ruleId, type, treatment, taxable, amount, timestampUs, year, month } = event;
  const { euroValue, euroValueShown, priceSource, spam, effect, transfer, joined, inSwap, value, feesEur } =
    event;
  return textOf([
    raw.id,
    override?.id ?? null,
    ruleId,
    type,
    treatment,
    taxable,
    amount,
    timestampUs,
    year,
    month,
    euroValue,
    euroValueShown,
    priceSource,
    spam,
    effect.pool,
    inSwap,
    value,
    feesEur,
    transfer?.outLeg.raw.id ?? null,
    transfer?.inLeg.raw.id ?? null,
    transfer?.kind ?? null,
    override?.originAcquiredUs ?? null,
    ...joined.flatMap(({ outLeg, inLeg, kind }) => [outLeg.raw.id, inLeg.raw.id, kind]),
  ]);
}

/** JSON with exact integers. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? each.toString() : each));
}
