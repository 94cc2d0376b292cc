/** The effect that a page shows before an answer is saved: on the figures, on the two sides of a transfer, and on the question that was asked. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { untilIdle } from '../runs.ts';
import { event, UNKNOWN_ID } from '../stack.ts';
import { type Figures, figuresShown, SAVE, useAnsweringUser } from './answering-user.ts';
import { formOf, type PageAnswer, textOf } from './person.ts';

const answers = useAnsweringUser();

describe('A transfer on its page', () => {
  const MOVED = [
    { kind: 'account', ref: 'wallet', accountKind: 'exchange', datasource: 'LEDGER', label: 'Ledger' },
    event('ARRIVAL', 'ACQUISITION', '0.099', '2026-04-10T10:05:00Z', '396', {
      account: 'wallet',
      treatment: 'CONTINUITY_WITHDRAW',
    }),
  ];

  beforeAll(() => answers.signIn('answers-transfers@example.org', MOVED));

  /** Sends a form that was carried out once more: it changes nothing, and the page says how the question stands. */
  async function sendAgain(shown: PageAnswer, figures: Figures): Promise<void> {
    const { status, location } = await answers.save(shown);
    expect([status, location]).toEqual([303, expect.stringMatching(/done=(overtaken|answered)/)]);
    const { html } = await answers.someone.person.get(location);
    expect(textOf(html)).toMatch(/how it stands now|Your answer is saved/);
    expect(await answers.figures()).toEqual(figures);
  }

  it.each([
    ['departure', 'SENT', 'ARRIVAL'],
    ['arrival', 'ARRIVAL', 'SENT'],
  ])(
    'is matched from its %s, with both sides and its effect, and unmatched',
    async (_title, name, otherName) => {
      const { html } = await answers.someone.person.get(answers.pageOf(name));
      expect(html).toMatch(/<details\s+open>\s*<summary>Match it with its other side/);
      expect(textOf(html)).toContain('5 minutes apart, 0.001 less arrived');
      const before = await answers.figures();
      const shown = await answers.check(name, { answer: 'match', other: answers.ids.get(otherName)! });
      expect(textOf(shown.html)).toContain('Left 0.1 ETH · Kraken · 10 Apr 2026, 12:00');
      expect(textOf(shown.html)).toContain('Arrived 0.099 ETH · Ledger · 10 Apr 2026, 12:05');
      const expected = figuresShown(shown.html, before);
      expect(expected).not.toEqual(before);
      expect((await answers.save(shown, { note: 'To my Ledger' })).status).toBe(303);
      await untilIdle(answers.stack, answers.someone);
      expect(await answers.figures()).toEqual(expected);
      await sendAgain(shown, expected);
      const matched = (await answers.someone.person.get(answers.pageOf(name))).html;
      expect(matched).not.toContain('value="match"');
      const [, match = ''] = /name="match" value="([^"]+)"/.exec(matched) ?? [];
      const unmatched = await answers.check(name, { answer: 'unmatch', match });
      expect((await answers.save(unmatched)).status).toBe(303);
      await untilIdle(answers.stack, answers.someone);
      const without = await answers.figures();
      expect(without.questions).toBeGreaterThan(expected.questions);
      await sendAgain(unmatched, without);
      await answers.undoNewest();
      expect(await answers.figures()).toEqual(expected);
      await answers.answer(name, { answer: 'unmatch', match });
      await answers.answer('SENT', { answer: 'what', direction: 'out', meaning: 'UNRESOLVED' });
    },
  );

  it('is not matched with what is no possible other side, and not unmatched by another match', async () => {
    for (const other of [answers.ids.get('S1')!, UNKNOWN_ID, '']) {
      const { status, html } = await answers.check('SENT', { answer: 'match', other });
      expect([status, textOf(html)]).toEqual([422, expect.stringContaining('Choose the other side')]);
    }
    expect((await answers.check('SENT', { answer: 'unmatch', match: UNKNOWN_ID })).status).toBe(400);
  });
});

describe('The effect that a page shows before an answer is saved', () => {
  beforeAll(() => answers.signIn('answers-effect@example.org'));

  const ANSWERS: readonly Record<string, string>[] = [
    ...['TRADE', 'SPENT', 'MINE', 'DEPOSITED', 'GIFT', 'GONE', 'OTHER'].map((choice) => ({
      answer: 'what',
      direction: 'out',
      choice,
    })),
    ...['TRADE', 'EARNED', 'MINE', 'GIFT', 'OTHER'].map((choice) => ({
      answer: 'what',
      direction: 'in',
      choice,
    })),
    { answer: 'value', eur: '1234.56' },
    { answer: 'amount', amount: '0.3' },
    { answer: 'time', day: '2026-02-01', time: '01:00' },
    { answer: 'spam' },
    { answer: 'type', type: 'INCOME' },
  ];
  const NAMES = ['B1', 'B2', 'S1', 'SENT', 'UNPRICED', 'ODD', 'UNTAXED', 'SPAM'];
  // Steps that have no common divisor with the lengths of the lists, so that neighbours meet in other orders.
  const PAIRS = Array.from({ length: 17 }, (_each, index) => {
    const fields = ANSWERS[(index * 7) % 17]!;
    return [JSON.stringify(fields), NAMES[(index * 5) % 8]!, fields] as const;
  });

  it.each(PAIRS)(
    'is what then happens to the figures and to the question: %s of %s, on top of the answers before',
    async (_title, name, fields) => {
      const [before, [asked = '']] = await Promise.all([answers.figures(), answers.questionsOf(name)]);
      const shown = await answers.check(name, { ...fields, asked });
      expect(shown.status).toBe(200);
      const expected = figuresShown(shown.html, before);
      const text = textOf(shown.html);
      const isSettled = text.includes('This answer settles the question.');
      expect([asked, isSettled !== text.includes('This question stays open')]).toEqual([asked, asked !== '']);
      if (formOf(shown.html, SAVE)['form'] !== undefined) {
        expect((await answers.save(shown)).status).toBe(303);
        await untilIdle(answers.stack, answers.someone);
      }
      expect(await answers.figures()).toEqual(expected);
      if (asked !== '')
        expect([asked, (await answers.questionsOf(name)).includes(asked)]).toEqual([asked, !isSettled]);
    },
  );
});

describe('The question that an answer does not settle', () => {
  const ARRIVED = [
    event('LONELY', 'ACQUISITION', '0.3', '2026-06-10T10:00:00Z', '900', {
      treatment: 'CONTINUITY_WITHDRAW',
    }),
  ];
  beforeAll(() => answers.signIn('answers-asked@example.org', ARRIVED));

  it('is said to stay open before the answer is saved, with what settles it, and stays in the inbox', async () => {
    const { html } = await answers.someone.person.get('/inbox?cause=UNMATCHED_TRANSFER_IN');
    expect(html).toContain('name="asked" value="UNMATCHED_TRANSFER_IN"');
    const mine = { answer: 'what', direction: 'in', choice: 'MINE', asked: 'UNMATCHED_TRANSFER_IN' };
    const shown = await answers.check('LONELY', mine);
    expect(textOf(shown.html)).toContain(
      'This question stays open, because nothing says yet where the units came from.',
    );
    expect(shown.html).toContain('href="/entry?kind=WITHDRAWAL&amp;');
    const saved = await answers.save(shown);
    expect(saved.status).toBe(303);
    await untilIdle(answers.stack, answers.someone);
    expect(await answers.questionsOf('LONELY')).toEqual(['UNMATCHED_TRANSFER_IN']);
    const again = textOf((await answers.check('LONELY', mine)).html);
    expect(again).toContain('This is saved already');
    expect(again).toContain('This question stays open');
    const bought = await answers.check('LONELY', { ...mine, choice: 'TRADE' });
    expect(textOf(bought.html)).toContain('This answer settles the question.');
    expect(textOf(bought.html)).toContain(
      'Incoming transfer without a counterpart · Bought 0.3 ETH · 10 Jun 2026',
    );
  });

  it('has no type on the page of the transaction, which says that it stays and links the inbox', async () => {
    const { html } = await answers.someone.person.get(answers.pageOf('LONELY'));
    expect(html).toContain('name="asked" value="ANY"');
    const shown = await answers.check('LONELY', { answer: 'note', note: 'Mine', asked: 'ANY' });
    expect(textOf(shown.html)).toContain('The question about it stays open');
  });

  it('is of no type that the form of somebody else made up', async () => {
    const { status, html } = await answers.check('LONELY', {
      answer: 'note',
      note: 'x',
      asked: '<b>constructor</b>',
    });
    expect(status).toBe(200);
    expect(textOf(html)).not.toContain('stays open');
    expect(html).not.toContain('<b>constructor');
  });
});
