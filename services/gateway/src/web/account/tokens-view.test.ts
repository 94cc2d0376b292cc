import { describe, expect, it } from '@jest/globals';
import { HOSTILE, HOSTILE_SHOWN, plain, VISITOR } from '../../../test/views.ts';
import { tokensPage, type TokensView, type TokenView } from './tokens-view.ts';

const DAY_MS = 86_400_000;
const daysFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** A token that reads, was just created, and ends in half a year. */
const TOKEN: TokenView = {
  tokenId: 't',
  name: 'laptop',
  prefix: 'ctx_uxYk',
  scopes: ['read'],
  createdAt: daysFromNow(0),
  expiresAt: daysFromNow(180),
  lastUsedAt: null,
  revokedAt: null,
};
const WRITE = { scopes: ['read', 'write'] } as const;

function page(live: readonly Partial<TokenView>[] = [{}], changes: Partial<TokensView> = {}): string {
  return tokensPage({
    language: 'en',
    visitor: VISITOR,
    form: { name: '', scope: 'read', ends: '365', lastDay: '' },
    faults: [],
    formId: 'f',
    today: '2026-11-21',
    endChoices: [
      { days: 30, lastDay: '2026-12-21' },
      { days: 365, lastDay: '2027-11-21' },
    ],
    live: live.map((each) => ({ ...TOKEN, ...each })),
    ended: [],
    done: null,
    ...changes,
  });
}

/** Returns the name and the mark of each token that is marked with this class. */
const marksOf = (html: string, mark: string): (string | undefined)[][] =>
  html
    .split('<tr')
    .filter((row) => row.includes(`class="${mark}"`))
    .map((row) => [/<bdi>([^<]+)/.exec(row)?.[1], new RegExp(`class="${mark}">([^<]+)`).exec(row)?.[1]]);

describe('the list of tokens', () => {
  it('has the first characters of each token, its scopes and its last use', () => {
    const html = page([{}, { ...WRITE, name: 'assistant', lastUsedAt: daysFromNow(0) }]);
    expect(html).toContain('<code>ctx_uxYk…</code>');
    expect(plain(html)).toContain('2 of 100 tokens');
    expect(plain(html)).toMatch(/laptop ctx_uxYk… Access Read only .* Last used Not yet/);
    expect(plain(html)).toMatch(/assistant ctx_uxYk… Access Read and correct .* Last used now/);
    expect(html).toContain('href="/settings/tokens/t/revoke"');
  });

  it('marks a token that can correct without an end or for more than a year', () => {
    const html = page([
      { name: 'reads', expiresAt: null },
      { ...WRITE, name: 'never', expiresAt: null },
      { ...WRITE, name: 'long', expiresAt: daysFromNow(3 * 365) },
      { ...WRITE, name: 'a year', expiresAt: daysFromNow(365) },
    ]);
    expect(marksOf(html, 'tag review')).toEqual([
      ['never', 'can correct, without an end'],
      ['long', 'can correct for more than a year'],
    ]);
  });

  it('marks a token that is unused for 90 days', () => {
    const html = page([
      { name: 'unused', createdAt: daysFromNow(-91) },
      { name: 'used', createdAt: daysFromNow(-91), lastUsedAt: daysFromNow(-89) },
      { name: 'new' },
    ]);
    expect(marksOf(html, 'tag')).toEqual([['unused', 'unused for 90 days']]);
  });

  it('shows the last day on which a token works, in Belgian time', () => {
    expect(plain(page([{ expiresAt: '2030-06-30T22:00:00Z' }]))).toContain('Ends 30 Jun 2030');
    expect(plain(page([{ expiresAt: '2030-06-30T10:00:00Z' }]))).toContain('Ends 30 Jun 2030, 12:00');
  });

  it('names former tokens, and how they ended', () => {
    const text = plain(
      page([], {
        ended: [
          { ...TOKEN, revokedAt: daysFromNow(0) },
          { ...TOKEN, expiresAt: daysFromNow(-1) },
        ],
      }),
    );
    expect(text).toMatch(/Former tokens .* Ended Revoked, .* Ended Expired, /);
    expect(text).toContain('You have no token. Create your first token');
  });

  it('shows the names of tokens as text, without invisible characters', () => {
    const html = page([{ name: HOSTILE }]);
    expect(html).toContain(HOSTILE_SHOWN);
    expect(html).not.toMatch(/<img|\u202e/);
  });
});

describe('the form for a new token', () => {
  it('works for a year unless another choice is made', () => {
    expect(page()).toMatch(/value="365"\s+checked/);
    expect(plain(page())).toContain('30 days, to 21 Dec 2026 A year, to 21 Nov 2027 No end date');
    expect(page()).toContain('name="form" value="f"');
  });

  it.each([
    ['name', 'Enter a name.'],
    ['scope', 'Choose what the token may do.'],
    ['ends', 'Choose how long the token works.'],
    ['last-day', 'Choose today or a later day.'],
  ])('explains an error of %s at the field and above the form, and keeps what was typed', (field, text) => {
    const form = { name: 'kept as typed', scope: 'write', ends: '30', lastDay: '2020-01-01' };
    const html = page([], { form, faults: [{ field, text }] });
    expect(html).toMatch(new RegExp(`role="alert"[^>]*>\\s*<a href="#${field}">${text}`));
    expect(html).toContain(`<p class="fault" id="${field}-fault">${text}</p>`);
    expect(html).toContain('<title>Error: Personal tokens');
    for (const typed of ['value="kept as typed"', 'value="2020-01-01"']) expect(html).toContain(typed);
    expect(html).toMatch(/id="scope-write"[^>]*checked/);
    expect(html).toMatch(/value="30"\s+checked/);
  });
});
