/** What a report has in all: its totals by asset and by account, and where each section begins. One reading of its pages. */
import { parseAmount, parseEur } from '@ctx/domain/decimal';
import { LIMITS } from '@ctx/domain/limits';
import type { ReportSection } from '@ctx/domain/vocabulary';
import type { Line, Report } from './report.ts';

/** The disposals and the income of an asset or an account. Sums are in the scale of `parseEur`. */
export interface Totals {
  disposals: number;
  /** Disposals of unknown value, whose gain is in no sum. */
  unknown: number;
  proceeds: bigint;
  basis: bigint;
  gain: bigint;
  incomes: number;
  income: bigint;
}

/** The lots of an asset that were held at a moment. */
export interface HeldTotals {
  lots: number;
  amount: bigint;
  historicCost: bigint;
  /** Null where no price is known. */
  value: bigint | null;
  /** A line of one of the lots; all have the same price. */
  readonly line: Line;
}

export interface Survey {
  /** Lines of each section. */
  readonly counts: ReadonlyMap<ReportSection, number>;
  readonly assets: ReadonlyMap<string, Totals>;
  readonly accounts: ReadonlyMap<string, Totals>;
  readonly stock: ReadonlyMap<string, HeldTotals>;
  readonly photo: ReadonlyMap<string, HeldTotals>;
  /** Open questions, those with the greatest effect first; at most `LIMITS.reportQuestionsMax`. */
  readonly questions: readonly Line[];
  /** Names of assets by their key: the symbol, with the key where several assets have the same symbol. */
  readonly names: ReadonlyMap<string, string>;
  /** The first and the last page that has lines of each section. */
  readonly places: ReadonlyMap<ReportSection, Place>;
}

/** Pages of a report, each by its `after`; null for the first page. */
interface Place {
  readonly first: string | null;
  last: string | null;
}

/** Reads a whole report. All its pages are of the same figures, so what is read later agrees with this. */
export async function surveyOf(report: Report): Promise<Survey> {
  const survey = new SurveyBuilder();
  let place: string | null = null;
  for (let page = report.first; ;) {
    for (const line of page.lines) survey.add(line, place);
    if (typeof page.next !== 'string') return survey.end();
    place = page.next;
    page = await report.readPage(place);
  }
}

/** Returns the lines of a section, from the pages that have them. */
export async function* linesOfSection(
  { first, readPage }: Report,
  { places }: Survey,
  section: ReportSection,
): AsyncGenerator<Line> {
  const found = places.get(section);
  for (let place = found?.first; place !== undefined;) {
    const page = place === null ? first : await readPage(place);
    for (const line of page.lines) if (line.section === section) yield line;
    place = place === found?.last ? undefined : (page.next ?? undefined);
  }
}

/** Adds lines up. */
class SurveyBuilder {
  readonly #counts = new Map<ReportSection, number>();
  readonly #places = new Map<ReportSection, Place>();
  readonly #assets = new Map<string, Totals>();
  readonly #accounts = new Map<string, Totals>();
  readonly #stock = new Map<string, HeldTotals>();
  readonly #photo = new Map<string, HeldTotals>();
  readonly #symbols = new Map<string, string>();
  #questions: Line[] = [];

  add(line: Line, place: string | null): void {
    const { section, assetKey, assetSymbol, account } = line;
    this.#counts.set(section, (this.#counts.get(section) ?? 0) + 1);
    const places = this.#places.get(section);
    if (places === undefined) this.#places.set(section, { first: place, last: place });
    else places.last = place;
    if (assetKey != null && assetSymbol != null) this.#symbols.set(assetKey, assetSymbol);
    if (section === 'DISPOSAL' || section === 'INCOME') {
      addTo(totalsAt(this.#assets, assetKey ?? ''), line);
      addTo(totalsAt(this.#accounts, account ?? ''), line);
    }
    if (section === 'STOCK') addHeld(this.#stock, line);
    if (section === 'PHOTO') addHeld(this.#photo, line);
    if (section === 'ISSUE') this.#addQuestion(line);
  }

  end(): Survey {
    return {
      counts: this.#counts,
      assets: inOrder(this.#assets),
      accounts: inOrder(this.#accounts),
      stock: this.#stock,
      photo: this.#photo,
      questions: firstOf(this.#questions),
      names: namesOf(this.#symbols),
      places: this.#places,
    };
  }

  #addQuestion(line: Line): void {
    this.#questions.push(line);
    // Holds a bounded number of questions, and sorts seldom.
    if (this.#questions.length >= 2 * LIMITS.reportQuestionsMax) this.#questions = firstOf(this.#questions);
  }
}

function totalsAt(all: Map<string, Totals>, key: string): Totals {
  const found = all.get(key);
  if (found !== undefined) return found;
  const made = { disposals: 0, unknown: 0, proceeds: 0n, basis: 0n, gain: 0n, incomes: 0, income: 0n };
  all.set(key, made);
  return made;
}

function addTo(totals: Totals, { section, proceeds, costBasis, gain, income }: Line): void {
  if (section === 'INCOME') {
    totals.incomes += 1;
    totals.income += parseEur(income ?? '0');
    return;
  }
  totals.disposals += 1;
  if (gain == null) {
    totals.unknown += 1;
    return;
  }
  totals.proceeds += parseEur(proceeds ?? '0');
  totals.basis += parseEur(costBasis ?? '0');
  totals.gain += parseEur(gain);
}

function addHeld(all: Map<string, HeldTotals>, line: Line): void {
  const amount = parseAmount(line.amount ?? '0');
  const historicCost = parseEur(line.historicCost ?? '0');
  const value = line.value == null ? null : parseEur(line.value);
  const found = all.get(line.assetKey ?? '');
  if (found === undefined) {
    all.set(line.assetKey ?? '', { lots: 1, amount, historicCost, value, line });
    return;
  }
  found.lots += 1;
  found.amount += amount;
  found.historicCost += historicCost;
  found.value = found.value === null || value === null ? null : found.value + value;
}

function namesOf(symbols: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const keysOf = Map.groupBy(symbols.keys(), (key) => symbols.get(key));
  const isShared = (symbol: string): boolean => (keysOf.get(symbol)?.length ?? 0) > 1;
  return new Map(
    [...symbols].map(([key, symbol]) => [
      key,
      isShared(symbol) && symbol !== key ? `${symbol} (${shortened(key)})` : symbol,
    ]),
  );
}

/** Returns a key without its middle: people compare the ends of the address of a contract. */
function shortened(key: string): string {
  return key.length <= 24 ? key : `${key.slice(0, 15)}…${key.slice(-6)}`;
}

function inOrder(all: ReadonlyMap<string, Totals>): ReadonlyMap<string, Totals> {
  return new Map([...all].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns the questions with the greatest effect: by the change in tax, then by the value of the event, then the oldest first. */
function firstOf(questions: readonly Line[]): Line[] {
  const weights = new Map(
    questions.map((line) => [line, [Math.abs(Number(line.eur ?? 0)), Number(line.value ?? 0)] as const]),
  );
  const weightOf = (line: Line): readonly [number, number] => weights.get(line) ?? [0, 0];
  const textOf = ({ timestamp, name }: Line): string => `${timestamp ?? ''} ${name ?? ''}`;
  return questions
    .toSorted((one, other) => {
      const [[effect, value], [otherEffect, otherValue]] = [weightOf(one), weightOf(other)];
      return otherEffect - effect || otherValue - value || (textOf(one) < textOf(other) ? -1 : 1);
    })
    .slice(0, LIMITS.reportQuestionsMax);
}
