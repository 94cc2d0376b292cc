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

interface Issue {
  readonly event?: { readonly type: string } | null;
  readonly copilot?: object | null;
}

interface Summary {
  readonly totalTax: { readonly exact: number | null };
  readonly vrijstellingHeadroom: { readonly remaining: { readonly exact: number | null } } | null;
  readonly declarationSummary: { readonly rows: readonly object[] } | null;
}

/** Reads the same without a generated client. */
export async function expectedReading(baseUrl: string, token: string): Promise<Reading> {
  const get = async <Body>(path: string): Promise<Body> => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!response.ok) throw new Error(`${path} answered ${String(response.status)}`);
    return (await response.json()) as Body;
  };
  const { userId } = await get<{ userId: number }>('/me');
  const summary = await get<Summary>(`/years/${String(YEAR)}/summary`);
  const before = await get<Summary>(`/years/${String(YEAR_BEFORE)}/summary`);
  const { items } = await get<{ items: readonly Issue[] }>('/issues');
  return {
    userId,
    totalTax: summary.totalTax.exact,
    remainingExemption: summary.vrijstellingHeadroom?.remaining.exact ?? null,
    declarationRows: summary.declarationSummary?.rows.length ?? null,
    declarationRowsBefore: before.declarationSummary?.rows.length ?? null,
    issues: items.length,
    suggestions: items.filter(({ copilot }) => (copilot ?? null) !== null).length,
    eventTypes: items.map(({ event }) => event?.type ?? null),
  };
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
