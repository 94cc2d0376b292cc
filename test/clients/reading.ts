/** The data that every generated client reads: `me`, two year summaries and the inbox, with references that are null and that are set. */

/** The values that each program prints as one line of JSON. */
export interface Reading {
  readonly userId: number;
  /** The total tax of the year with events. */
  readonly totalTax: number | null;
  readonly remainingExemption: number | null;
  readonly declarationRows: number | null;
  /** Null: in a year before the declaration had codes, the reference is null. */
  readonly declarationRowsBefore: number | null;
  readonly issues: number;
  /** The number of issues with a suggestion; the reference of the others is null. */
  readonly suggestions: number;
  /** The type of each issue's event, in order; null if it has no event. */
  readonly eventTypes: readonly (string | null)[];
}

/** The year that the programs read, and a year before the declaration had codes. */
export const YEAR = 2026;
export const YEAR_BEFORE = 2010;

/** The parts of the API's responses that are read. The types of a generated client must be assignable to these. */
export interface Answers {
  readonly me: { readonly userId: number };
  readonly summary: Summary;
  /** The summary of `YEAR_BEFORE`. */
  readonly before: Summary;
  readonly inbox: { readonly items: readonly Issue[] };
}

interface Summary {
  readonly totalTax: Amount;
  readonly vrijstellingHeadroom?: { readonly remaining: Amount } | null;
  readonly declarationSummary?: { readonly rows: readonly object[] } | null;
}

interface Amount {
  readonly exact?: number | null;
}

interface Issue {
  readonly event?: { readonly type: string } | null;
  readonly copilot?: { readonly summary: string } | null;
}

/** Returns the values in the responses. The programs in TypeScript use it for the responses of their client. */
export function readingOf({ me, summary, before, inbox: { items } }: Answers): Reading {
  return {
    userId: me.userId,
    totalTax: summary.totalTax.exact ?? null,
    remainingExemption: summary.vrijstellingHeadroom?.remaining.exact ?? null,
    declarationRows: summary.declarationSummary?.rows.length ?? null,
    declarationRowsBefore: before.declarationSummary?.rows.length ?? null,
    issues: items.length,
    suggestions: items.filter(({ copilot }) => (copilot?.summary ?? null) !== null).length,
    eventTypes: items.map(({ event }) => event?.type ?? null),
  };
}

/** Returns the same values, read without a generated client. */
export async function expectedReading(baseUrl: string, token: string): Promise<Reading> {
  const get = async <Name extends keyof Answers>(path: string): Promise<Answers[Name]> => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!response.ok) throw new Error(`${path} answered ${String(response.status)}`);
    return (await response.json()) as Answers[Name];
  };
  return readingOf({
    me: await get<'me'>('/me'),
    summary: await get<'summary'>(`/years/${String(YEAR)}/summary`),
    before: await get<'before'>(`/years/${String(YEAR_BEFORE)}/summary`),
    inbox: await get<'inbox'>('/issues'),
  });
}

/** Returns the differences between the values that a client read and the expected ones, one line each. */
export function differences(expected: Reading, read: Reading): string[] {
  return (Object.keys(expected) as (keyof Reading)[]).flatMap((name) => {
    const [one, other] = [shortened(expected[name]), shortened(read[name])];
    return one === other ? [] : [`${name}: expected ${one}, read ${other}`];
  });
}

/** Rounds numbers to 6 digits, because some clients read them with single precision. */
function shortened(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'number' ? Number(each.toPrecision(6)) : each,
  );
}
