/** What every generated client reads: `me`, two year summaries and the inbox, with references that are null and that are not. */

/** Printed by each program as one line of JSON. */
export interface Reading {
  readonly userId: number;
  /** Of the year with events. */
  readonly totalTax: number | null;
  readonly remainingExemption: number | null;
  readonly declarationRows: number | null;
  /** Of a year before the declaration had codes: the reference is null. */
  readonly declarationRowsBefore: number | null;
  readonly issues: number;
  /** Issues with a suggestion; the reference of the others is null. */
  readonly suggestions: number;
  /** The type of each issue's event, in order; null where it has none. */
  readonly eventTypes: readonly (string | null)[];
}

/** The year that the programs read, and one before the declaration had codes. */
export const YEAR = 2026;
export const YEAR_BEFORE = 2010;

/** The answers of the API as far as they are read; a generated client's types must be assignable to these. */
export interface Answers {
  readonly me: { readonly userId: number };
  readonly summary: Summary;
  /** Of `YEAR_BEFORE`. */
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

/** Reads the answers; programs in TypeScript do it with those of their client. */
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

/** Reads the same without a generated client. */
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

/** The differences between what a client read and what it should have read, one line each. */
export function differences(expected: Reading, read: Reading): string[] {
  return (Object.keys(expected) as (keyof Reading)[]).flatMap((name) => {
    const [one, other] = [shortened(expected[name]), shortened(read[name])];
    return one === other ? [] : [`${name}: expected ${one}, read ${other}`];
  });
}

/** Some clients read numbers with single precision. */
function shortened(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'number' ? Number(each.toPrecision(6)) : each,
  );
}
