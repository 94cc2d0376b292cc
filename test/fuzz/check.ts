/** The checks of every response; a finding is one line. */
import { REJECTIONS } from '@ctx/domain/rejections';
import { conformance } from '../api/conformance.ts';
import type { Case } from './cases.ts';

export interface SeenResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The other user, whose data the caller must never see. */
export interface Stranger {
  /** A text that is in all texts of the other user. */
  readonly canary: string;
  readonly ids: ReadonlySet<string>;
}

/** Returns what is wrong with the response to a case; empty when it is right. */
export function findingsOf(each: Case, pathname: string, seen: SeenResponse, stranger: Stranger): string[] {
  const findings = conformance().faultsOfAnswer(each.method, pathname, seen);
  if (seen.status >= 500) findings.push(`status ${String(seen.status)}`);
  const { canary } = stranger;
  if (seen.text.includes(canary) || [...seen.headers.values()].some((value) => value.includes(canary)))
    findings.push('something of another user');
  for (const result of bodyOf(seen.text).results ?? [])
    if (stranger.ids.has(result.id) && result.code !== 'NOT_FOUND')
      findings.push(`${String(result.code)} for an id of another user`);
  findings.push(...EXPECTED[each.kind](each, seen));
  return findings;
}

interface Body {
  readonly code: string | null;
  readonly message?: string;
  readonly fieldErrors: readonly { readonly field: string }[] | null;
  readonly results?: readonly { readonly id: string; readonly code: string | null }[];
  /** Lists that can be filtered by an id. */
  readonly transactions?: readonly unknown[];
  readonly entries?: readonly unknown[];
  readonly money?: readonly unknown[];
}

const EXPECTED: Readonly<Record<Case['kind'], (each: Case, seen: SeenResponse) => string[]>> = {
  // The fields of a rule, the two prices of a sale, the instant and the day of an entered price, and the format and the mapping of a file depend on each other, and the address of a webhook is a URL of the internet; the description says so in words only.
  allowed: (each, { status, text }) =>
    status === 400 &&
    bodyOf(text).message === REJECTIONS.INVALID.message &&
    !/\/(rules|sale|prices|files|webhooks)$/.test(each.path)
      ? [`rejected for its shape, which is as described: ${text.slice(0, 300)}`]
      : [],
  bad: ({ field }, { status, text }) => {
    if (status !== 400) return [`status ${String(status)} instead of 400 for a bad ${String(field)}`];
    const named = (bodyOf(text).fieldErrors ?? []).map((error) => error.field);
    return named.some((name) => name === field || name.startsWith(`${String(field)}.`))
      ? []
      : [`names ${named.join(', ')} instead of ${String(field)}`];
  },
  stranger: (each, { status, text }) => strangerFindings(each, status, bodyOf(text)),
  anonymous: (_, { status }) =>
    status === 401 || status === 429 ? [] : [`status ${String(status)} without a token`],
  method: (_, { status }) =>
    status === 405 || status === 404 || status === 400 ? [] : [`status ${String(status)} for another method`],
};

function strangerFindings(each: Case, status: number, body: Body): string[] {
  // In a bulk response each id has its own result, but a conflict of the whole request comes first.
  const isBulk = body.results !== undefined || each.path.includes('/bulk');
  const namesForeign = /foreign(Out|In)?:/.test(each.path + JSON.stringify([each.query, each.body]));
  const isEmptyList = (body.transactions ?? body.entries ?? body.money)?.length === 0;
  return isBulk || !namesForeign || status === 404 || isEmptyList
    ? []
    : [`status ${String(status)} for an id of another user`];
}

function bodyOf(text: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return { code: null, fieldErrors: null };
  }
}
