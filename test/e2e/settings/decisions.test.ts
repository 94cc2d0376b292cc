/** One answer for several questions, and pairs of transfers, by the forms of the inbox: what they show, save and undo. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { untilIdle } from '../runs.ts';
import { event, importLines, sharedTestStack, type TestStack } from '../stack.ts';
import { formOf, newSomeone, type Someone, textOf } from './person.ts';

const PAIRS = '/inbox/pairs';

let stack: TestStack;

beforeAll(async () => {
  stack = await sharedTestStack();
});
afterAll(async () => {
  await stack.remove();
});

const ACCOUNTS: readonly object[] = ['kraken-1', 'wallet'].map((ref) => {
  return { kind: 'account', ref, accountKind: 'exchange', datasource: 'KRAKEN' };
});
const BUY = event('BUY', 'ACQUISITION', '9', '2026-01-05T10:00:00Z', '9000');
const sent = (number: number, year = 2026): object =>
  event(
    `OUT${String(number)} ${String(year)}`,
    'DISPOSITION',
    '0.1',
    `${String(year)}-02-0${String(number)}T10:00:00Z`,
    '200',
    {
      treatment: 'TRANSFER_OUT_UNRESOLVED',
    },
  );
const arrived = (number: number, year = 2026): object =>
  event(
    `IN${String(number)} ${String(year)}`,
    'ACQUISITION',
    '0.1',
    `${String(year)}-02-0${String(number)}T10:20:00Z`,
    '200',
    {
      treatment: 'CONTINUITY_WITHDRAW',
      account: 'wallet',
    },
  );

async function someoneWith(email: string, facts: readonly object[]): Promise<Someone> {
  const someone = await newSomeone(stack, email);
  const imported = await importLines(stack, someone.userId, [...ACCOUNTS, BUY, ...facts]);
  if ('error' in imported) throw new Error(JSON.stringify(imported));
  return someone;
}

async function questionsOf({ token }: Someone): Promise<string[]> {
  const { body } = await stack.get('/api/v1/issues', token);
  return (body['items'] as { issueType: string }[]).map(({ issueType }) => issueType);
}

async function entriesOf({ token }: Someone): Promise<{ id: string; kind: string; changeCount: number }[]> {
  const { body } = await stack.get('/api/v1/history', token);
  return body['entries'] as { id: string; kind: string; changeCount: number }[];
}

describe('One answer for all questions of a decision', () => {
  it('is one entry of the history, and settles all of them', async () => {
    const someone = await someoneWith(
      'decide-all@example.org',
      [1, 2, 3, 4].map((number) => sent(number)),
    );
    expect(await questionsOf(someone)).toHaveLength(4);
    const inbox = (await someone.person.get('/inbox')).html;
    const [, decision = ''] = /href="(\/inbox\?cause=UNMATCHED_TRANSFER_OUT[^"]*)"/.exec(inbox) ?? [];
    const questions = await someone.person.get(decision.replaceAll('&amp;', '&'));
    const [, all = ''] = /href="([^"]*with=all)"/.exec(questions.html) ?? [];
    const together = await someone.person.get(all.replaceAll('&amp;', '&'));
    expect(textOf(together.html)).toContain('One answer for 4 transactions');
    const checked = await someone.person.post('/answers/check', {
      ...formOf(together.html, '/answers/check'),
      choice: 'GIFT',
    });
    expect(checked.status).toBe(200);
    expect(textOf(checked.html)).toContain('4 transactions');
    const saved = await someone.person.post('/answers/save', formOf(checked.html, '/answers/save'));
    expect([saved.status, saved.location]).toEqual([
      303,
      expect.stringMatching(/^\/inbox\?done=answered&undo=/),
    ]);
    await untilIdle(stack, someone);
    expect(await questionsOf(someone)).toEqual([]);
    expect((await entriesOf(someone)).map(({ changeCount }) => changeCount)).toEqual([4]);
    expect(textOf((await someone.person.get(saved.location)).html)).toContain('Your answer is saved.');
    expect(textOf((await someone.person.get(decision.replaceAll('&amp;', '&'))).html)).toContain(
      'Nothing is open here any more.',
    );
  });

  it('can be for the transfers of all accounts, and leaves those in the other direction alone', async () => {
    const someone = await someoneWith('decide-accounts@example.org', [
      sent(1),
      event('OUT wallet', 'DISPOSITION', '0.2', '2026-03-01T10:00:00Z', '400', {
        treatment: 'TRANSFER_OUT_UNRESOLVED',
        account: 'wallet',
      }),
      event('IN wallet', 'ACQUISITION', '0.7', '2026-03-02T10:00:00Z', '1400', {
        treatment: 'CONTINUITY_WITHDRAW',
        account: 'wallet',
      }),
    ]);
    const all = '/inbox?cause=UNMATCHED_TRANSFER_OUT&with=all';
    const inbox = (await someone.person.get('/inbox')).html;
    expect(inbox).toContain(`href="${all.replace('&', '&amp;')}"`);
    const together = await someone.person.get(all);
    expect(textOf(together.html)).toContain('One answer for 2 transactions');
    const checked = await someone.person.post('/answers/check', {
      ...formOf(together.html, '/answers/check'),
      choice: 'MINE',
    });
    await someone.person.post('/answers/save', formOf(checked.html, '/answers/save'));
    await untilIdle(stack, someone);
    expect(await questionsOf(someone)).toEqual(['UNMATCHED_TRANSFER_IN']);
    expect((await entriesOf(someone)).map(({ changeCount }) => changeCount)).toEqual([2]);
  });

  it('leaves the questions alone that were not ticked', async () => {
    const someone = await someoneWith(
      'decide-ticked@example.org',
      [1, 2, 3].map((number) => sent(number)),
    );
    const { body } = await stack.get('/api/v1/issues', someone.token);
    const [first, second] = (body['items'] as { sourceEventId: string }[]).map((each) => each.sourceEventId);
    const { body: accounts } = await stack.get('/api/v1/accounts', someone.token);
    const [name] = (accounts['accounts'] as { id: string; ref: string }[]).map(({ id }) => id);
    const pages = await Promise.all(
      (accounts['accounts'] as { id: string }[]).map(({ id }) =>
        someone.person.get(
          `/inbox?cause=UNMATCHED_TRANSFER_OUT&name=${id}&with=ticked&tick=${first!}&tick=${second!}`,
        ),
      ),
    );
    expect(name).toBeDefined();
    const texts = pages.map(({ html }) => textOf(html));
    expect(texts.filter((text) => text.includes('One answer for 2 transactions'))).toHaveLength(1);
    // The account without questions.
    expect(texts.filter((text) => text.includes('No question was ticked'))).toHaveLength(1);
  });
});

describe('Pairs of transfers', () => {
  it('are proposed where each side has one counterpart, checked, matched as one entry, and undone as one', async () => {
    const someone = await someoneWith('pairs@example.org', [
      sent(1),
      arrived(1),
      sent(5),
      arrived(5),
      // Nothing arrived of this one.
      event('LOST', 'DISPOSITION', '3', '2026-09-01T10:00:00Z', '6000', {
        treatment: 'TRANSFER_OUT_UNRESOLVED',
      }),
      sent(1, 2023),
      arrived(1, 2023),
    ]);
    expect((await someone.person.get('/inbox')).html).toContain(`href="${PAIRS}"`);
    const { html } = await someone.person.get(PAIRS);
    const keys = [...html.matchAll(/name="(pair-\d+)"\s+value="([^"]+)"/g)].map(([, field, key]) => [
      field!,
      key!,
    ]);
    expect(keys).toHaveLength(2);
    const csrf = await someone.person.csrf();
    const none = await someone.person.post(`${PAIRS}/check`, { csrf });
    expect([none.status, textOf(none.html)]).toEqual([
      422,
      expect.stringContaining('Choose at least one pair.'),
    ]);
    const stranger = await someone.person.post(`${PAIRS}/check`, { csrf, 'pair-0': 'a+b' });
    expect(stranger.status).toBe(422);
    const checked = await someone.person.post(`${PAIRS}/check`, {
      csrf,
      ...(Object.fromEntries(keys) as Record<string, string>),
    });
    expect(checked.status).toBe(200);
    // Each tenth cost 100 and counts as sold for 200.
    expect(textOf(checked.html)).toContain('-€200.00');
    expect(await entriesOf(someone)).toEqual([]);
    const saving = formOf(checked.html, `${PAIRS}/save`);
    const saved = await someone.person.post(`${PAIRS}/save`, saving);
    expect([saved.status, saved.location]).toEqual([303, `${PAIRS}?done=saved`]);
    expect(textOf((await someone.person.get(saved.location)).html)).toContain('The pairs are matched.');
    await untilIdle(stack, someone);
    await someone.person.post(`${PAIRS}/save`, saving);
    const entries = await entriesOf(someone);
    expect(entries.map(({ kind, changeCount }) => [kind, changeCount])).toEqual([['TRANSFER_MATCH', 4]]);
    expect(textOf((await someone.person.get(PAIRS)).html)).toContain('No pairs are left');
    const undo = `/settings/log/${entries[0]!.id}/undo`;
    expect((await someone.person.submit(undo, undo)).status).toBe(303);
    await untilIdle(stack, someone);
    expect((await someone.person.get(PAIRS)).html.match(/type="checkbox"/g)).toHaveLength(2);
  });

  it('are not proposed where two departures could have arrived as one', async () => {
    const twice = event('TWICE', 'DISPOSITION', '0.1', '2026-02-01T10:05:00Z', '200', {
      treatment: 'TRANSFER_OUT_UNRESOLVED',
    });
    const someone = await someoneWith('pairs-ambiguous@example.org', [sent(1), twice, arrived(1)]);
    expect(textOf((await someone.person.get(PAIRS)).html)).toContain('No pairs are left');
  });
});
