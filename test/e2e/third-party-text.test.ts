/**
 * Third-party text is cleaned and capped on output, never within a character; user text is unchanged (service.md, "What the
 * service does", 7; decisions.md, Requests 8).
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { rejectionOf, send } from './corrections/surfaces.ts';
import { untilIdle } from './corrections/users.ts';
import { readableOf, readOut } from './read-out.ts';
import { useStack, useUser } from './kit.ts';
import { type Answer, newToken } from './stack.ts';
import { ASSET_KEY, FACTS, NOTE, PLANTED } from './third-party-text/facts.ts';
import { ANY_HIDDEN, byUser, HIDDEN } from './third-party-text/hostile.ts';

let answers: ReadonlyMap<string, Answer>;
/** Every text in every response, with its field name and its location. */
let texts: readonly { readonly path: string; readonly field: string; readonly text: string }[];
const ids = new Map<string, string>();

/** Texts written by the user, each with the maximum length. */
const WRITTEN = {
  overriddenDescription: byUser('my description', 500),
  overriddenFlags: [byUser('my flag', 60)],
  notes: byUser('my notes', 1000),
  label: byUser('my rule', 200),
  matchValue: byUser('my value', 200),
  tokenName: 'my tool',
};

const stack = useStack();
const user = useUser(stack, { beta: 'portfolio', scope: 'write', facts: FACTS });

beforeAll(async () => {
  for (const each of (await transactions()) as { referenceId: string; id: string }[])
    ids.set(each.referenceId, each.id);
  const { overriddenDescription, overriddenFlags, notes, label, matchValue, tokenName } = WRITTEN;
  const mine = { ...user, token: await newToken(stack, user.userId, 'write', tokenName) };
  const corrections = [
    ['/overrides', { taxEventId: ids.get('CORRECTED'), overriddenDescription, overriddenFlags, notes }],
    ['/rules', { action: 'MARK_INCOME', label, matchType: 'DESCRIPTION', matchValue, notes }],
  ] as const;
  for (const [path, body] of corrections)
    expect(rejectionOf(await send(stack, mine, 'POST', `/api/v1${path}`, body))).toBeNull();
  await untilIdle(stack, user);
  const token = await newToken(stack, user.userId);
  const shownSymbol = PLANTED.symbol.shown;
  const readable = { ...(await readableOf(stack, token)), assets: [shownSymbol] };
  answers = await readOut(stack, await newToken(stack, user.userId), readable, user.userId);
  texts = [...answers].flatMap(([path, { body }]) =>
    textsOf(body).map(({ field, text }) => ({ path, field, text })),
  );
});

async function transactions(): Promise<object[]> {
  const { body } = await stack.get('/api/v1/transactions?year=2026&size=200', user.token);
  return body['transactions'] as object[];
}

/** The texts of a body, including the keys of maps. */
function textsOf(value: unknown, field = ''): { field: string; text: string }[] {
  if (typeof value === 'string') return [{ field, text: value }];
  if (Array.isArray(value)) return value.flatMap((each) => textsOf(each, field));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [
    { field: `name in ${field}`, text: name },
    ...textsOf(each, name),
  ]);
}

/** Texts of the user, alone or as the history shows a list of them. */
const OF_THE_USER: readonly string[] = [
  NOTE,
  ...Object.values(WRITTEN).flat(),
  ...Object.values(WRITTEN).map((written) => JSON.stringify(written)),
];
const isTheUsers = (text: string): boolean => OF_THE_USER.includes(text);

describe('third-party text', () => {
  it.each(Object.entries(PLANTED))('is shown cleaned and capped: %s', (_place, { shown }) => {
    expect(texts.filter(({ text }) => text === shown)).not.toEqual([]);
  });

  it.each(Object.entries(HIDDEN))(
    'is shown without this character in every response: %s',
    (_what, hidden) => {
      const seen = texts.filter(({ text }) => text.includes(hidden) && !isTheUsers(text));
      expect(seen).toEqual([]);
    },
  );

  it('is capped at 32 characters for symbols, 64 for protocols and 500 for the rest; a capped value ends with "…"', () => {
    const capOf = (field: string): number => (/symbol/i.test(field) ? 32 : field === 'protocol' ? 64 : 500);
    const longer = texts.filter(({ field, text }) => [...text].length > capOf(field) && text !== ASSET_KEY);
    expect(longer.filter(({ text }) => !isTheUsers(text))).toEqual([]);
    const capped = Object.values(PLANTED).filter(({ shown }) => shown.endsWith('…'));
    expect(capped.length).toBeGreaterThan(15);
  });

  it('is never cut within a character: every response is well-formed Unicode', () => {
    for (const [path, { text }] of answers)
      expect([path, text.isWellFormed(), text.includes('\ufffd')]).toEqual([path, true, false]);
  });

  it('is exact in the asset key', () => {
    const fields = new Set(texts.filter(({ text }) => text === ASSET_KEY).map(({ field }) => field));
    expect([...fields].toSorted()).toEqual(['assetId', 'assetKey', 'holdingId', 'id']);
  });

  it('can be used as a filter: a symbol as shown finds its events', () => {
    const [path, answer] = [...answers].find(([each]) => each.includes('asset='))!;
    expect([path, (answer.body['transactions'] as object[]).length]).toEqual([path, 5]);
  });

  it('appears only in its own fields: no rejection repeats it', async () => {
    const legs = { outTaxEventId: ids.get('REPAID'), inTaxEventId: ids.get('RECEIVED') };
    const requests = [
      ['POST', '/transfer-matches', { ...legs, transferKind: 'SELF_TRANSFER' }],
      ['POST', '/transfer-matches', { ...legs, outTaxEventId: ids.get('LOAN'), transferKind: 'BRIDGE' }],
      ['POST', '/overrides', { taxEventId: ids.get('CORRECTED') }],
    ] as const;
    for (const [method, path, body] of requests) {
      const answer = await send(stack, user, method, `/api/v1${path}`, body);
      expect(answer.status).toBe(400);
      for (const { raw, shown } of Object.values(PLANTED))
        for (const text of [raw, shown, shown.slice(0, 12)]) expect(answer.text).not.toContain(text);
      expect(answer.text).not.toMatch(ANY_HIDDEN);
    }
  });
});

describe('text written by the user is returned unchanged', () => {
  it.each([
    ['a description', WRITTEN.overriddenDescription, ['transactions', 'issues', 'candidates']],
    ['flags', WRITTEN.overriddenFlags[0]!, ['transactions', 'candidates']],
    ['notes', WRITTEN.notes, ['rules', 'issues']],
    ['the label of a rule', WRITTEN.label, ['rules']],
    ['the value a rule looks for', WRITTEN.matchValue, ['rules']],
    ['the name of a token', WRITTEN.tokenName, ['rules']],
    ['a note beside an event', NOTE, ['issues']],
  ])('%s', (_what, written, places) => {
    const seen = texts.filter(({ text }) => text === written).map(({ path }) => path);
    for (const place of places) expect(seen).toContainEqual(expect.stringContaining(place));
  });
});
