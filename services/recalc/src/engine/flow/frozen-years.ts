/** What frozen years say of the events around them: whom their closing states know, and what happens a second time after them. */
import { yearStartMs } from '@ctx/domain/brussels';
import { US_PER_MS } from '@ctx/domain/instant';
import type { EffectiveEvent, FrozenYear, Transfer } from '../types.ts';
import { actingLeg, transfersOf } from '../transfer-groups.ts';

type Legs = Pick<Transfer, 'outLeg' | 'inLeg'>;

/** A frozen year, the lots of its closing state, and which departures acted ahead there for each in leg. */
interface KnownYear {
  readonly year: number;
  readonly endsUs: number;
  readonly lotIds: ReadonlySet<string>;
  readonly departuresOf: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The frozen years of a run. A stretch is the years between two of them. */
export class FrozenYears {
  readonly #years: readonly KnownYear[];

  constructor(frozenYears: readonly Pick<FrozenYear, 'year' | 'closing'>[]) {
    this.#years = frozenYears
      .map(({ year, closing: { lots, actedAhead } }) => ({
        year,
        endsUs: yearStartMs(year + 1) * US_PER_MS,
        lotIds: new Set(lots.map(({ id }) => id)),
        departuresOf: departuresByArrival(actedAhead),
      }))
      .toSorted((a, b) => a.year - b.year);
  }

  /** Returns the stretch of a year: the number of frozen years before it, or -1 for a frozen year. */
  stretchOf(year: number): number {
    if (this.#years.some((frozen) => frozen.year === year)) return -1;
    return this.#years.filter((frozen) => frozen.year < year).length;
  }

  /** Returns the last frozen year that ended before a moment, if one of those that did passes on a lot; else null. */
  passedOn(lotId: string, atUs: number): number | null {
    const ended = this.#years.filter(({ endsUs }) => endsUs <= atUs);
    return ended.some(({ lotIds }) => lotIds.has(lotId)) ? (ended.at(-1)?.year ?? null) : null;
  }

  /**
   * Tells whether a departure would act before a frozen year that lies before its own leg and does not know it: that year passes on the
   * units which the departure took, so it would take them twice.
   */
  isForgotten(outLeg: EffectiveEvent): boolean {
    const last = this.#lastBefore(outLeg.year);
    if (last === undefined || last.year < actingLeg(outLeg).year) return false;
    return !transfersOf(outLeg).some(
      ({ inLeg }) => last.departuresOf.get(inLeg.raw.id)?.has(outLeg.raw.id) === true,
    );
  }

  /** Tells whether a frozen year passes on what another departure brought to the in leg. */
  hasOtherDeparture({ outLeg, inLeg }: Legs): boolean {
    return this.#years.some(({ departuresOf }) => {
      const departures = departuresOf.get(inLeg.raw.id);
      return departures !== undefined && (departures.size > 1 || !departures.has(outLeg.raw.id));
    });
  }

  /** Returns the last frozen year before a year; null where there is none. */
  lastBefore(year: number): number | null {
    return this.#lastBefore(year)?.year ?? null;
  }

  #lastBefore(year: number): KnownYear | undefined {
    return this.#years.findLast((frozen) => frozen.year < year);
  }

  /**
   * Returns the last frozen year before an in leg where the units of its departure arrived before that year too, although that year
   * passes them on as waiting: they arrive a second time. Null otherwise.
   */
  waitedUntil({ outLeg, inLeg }: Legs): number | null {
    const stretch = this.stretchOf(inLeg.year);
    const legs = [outLeg, ...transfersOf(outLeg).map((transfer) => transfer.inLeg)];
    const isAgain = legs
      .map(({ year }) => this.stretchOf(year))
      .some((earlier) => earlier !== -1 && earlier < stretch);
    return isAgain ? this.lastBefore(inLeg.year) : null;
  }
}

function departuresByArrival(
  actedAhead: readonly (readonly [string, string])[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const byArrival = Map.groupBy(actedAhead, ([, inEventId]) => inEventId);
  return new Map(
    [...byArrival].map(([inEventId, legs]) => [inEventId, new Set(legs.map(([outEventId]) => outEventId))]),
  );
}
