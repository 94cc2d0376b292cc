/** Answers to questions on the page of a transaction: their forms, what they save, and what is wrong with what was typed. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { untilIdle } from '../runs.ts';
import { CHECK, useAnsweringUser } from './answering-user.ts';
import { formOf, textOf } from './person.ts';

const answers = useAnsweringUser();

describe('An answer on the page of a transaction', () => {
  beforeAll(() => answers.signIn('answers@example.org'));

  it('is a form for each that fits, with the likely one open', async () => {
    const { html } = await answers.someone.person.get(answers.pageOf('ODD'));
    expect(html.match(/action="\/answers\/check"/g)?.length).toBeGreaterThan(8);
    const [, open = ''] = /<details\s+open>\s*<summary>([^<]*)/.exec(html) ?? [];
    expect(open).toBe('Say what it was');
    const euro = (await answers.someone.person.get(answers.pageOf('EURO'))).html;
    expect(euro).toContain('value="amount"');
    expect(euro).not.toMatch(/name="answer" value="(value|asset)"/);
  });

  it('shows its effect, saves it, says so and can be undone beside it', async () => {
    const shown = await answers.check('SENT', { answer: 'what', direction: 'out', choice: 'GIFT' });
    expect(shown.status).toBe(200);
    expect(textOf(shown.html)).toContain(
      'Your answer Given to a person who lives in Belgium For tax No gain, and no loss that you may deduct.',
    );
    expect((await answers.transaction('SENT'))['treatment']).toBe('TRANSFER_OUT_UNRESOLVED');
    const saved = await answers.save(shown, { note: 'For her birthday' });
    const { html } = await answers.someone.person.get(saved.location);
    expect(textOf(html)).toContain('Your answer is saved.');
    await untilIdle(answers.stack, answers.someone);
    expect((await answers.transaction('SENT'))['treatment']).toBe('GIFT_GIVEN');
    const [, undo = ''] = /href="(\/settings\/log\/[^"]+\/undo)"/.exec(html) ?? [];
    expect(textOf((await answers.someone.person.get('/settings/log')).html)).toContain('For her birthday');
    expect((await answers.someone.person.submit(undo, undo)).status).toBe(303);
    await untilIdle(answers.stack, answers.someone);
    expect((await answers.transaction('SENT'))['treatment']).toBe('TRANSFER_OUT_UNRESOLVED');
  });

  it('asks what exactly it was, where a choice means several things', async () => {
    const { html } = await answers.check('SENT', { answer: 'what', direction: 'out', choice: 'DEPOSITED' });
    expect(textOf(html)).toContain('What was it exactly?');
    const again = { ...formOf(html, CHECK), meaning: 'STAKED' };
    const exact = await answers.someone.person.post(CHECK, again);
    expect(textOf(exact.html)).toContain('Your answer Locked for staking of Ethereum');
  });

  it('makes a sale taxable that its source called tax-free', async () => {
    expect((await answers.transaction('UNTAXED'))['taxable']).toBe(false);
    await answers.answer('UNTAXED', { answer: 'what', direction: 'out', choice: 'TRADE' });
    expect((await answers.transaction('UNTAXED'))['taxable']).toBe(true);
    await answers.undoNewest();
  });

  it.each([
    ['value', { eur: '€ 2 500,50' }, { euroValue: 2500.5 }],
    ['amount', { amount: '0.06' }, { amount: 0.06 }],
    ['time', { day: '2026-07-01', time: '14:30' }, { timestamp: '2026-07-01T12:30:00Z' }],
    ['asset', { asset: ' ETHW ' }, { assetKey: 'ETHW' }],
    ['type', { type: 'FEE' }, { type: 'FEE', treatment: 'NORMAL' }],
    ['twice', {}, { treatment: 'IGNORED' }],
    ['spam', {}, { treatment: 'IGNORED' }],
    ['right', { type: 'DISPOSITION', treatment: 'NORMAL' }, { treatment: 'NORMAL', needsReview: true }],
    ['note', { note: 'Paid in cash' }, { treatment: 'NORMAL' }],
  ])('can be of its %s', async (name, fields, expected) => {
    await answers.answer('UNPRICED', { answer: name, ...fields });
    expect(await answers.transaction('UNPRICED')).toMatchObject(expected);
    await answers.undoNewest();
  });

  it.each([
    ['no value', 'UNPRICED', { answer: 'value', eur: 'much' }, 'Enter a value in euro'],
    ['a value below 0', 'UNPRICED', { answer: 'value', eur: '-1' }, 'Enter a value in euro'],
    ['an amount of 0', 'UNPRICED', { answer: 'amount', amount: '0' }, 'Enter an amount above 0'],
    ['no day', 'UNPRICED', { answer: 'time', day: 'then', time: '1:00' }, 'Enter the day'],
    ['no time', 'UNPRICED', { answer: 'time', day: '2026-01-01', time: 'x' }, 'Enter the time'],
    ['no asset', 'UNPRICED', { answer: 'asset', asset: ' ' }, 'Enter the symbol'],
    ['a long asset', 'UNPRICED', { answer: 'asset', asset: 'X'.repeat(257) }, 'Enter the symbol'],
    ['a currency', 'UNPRICED', { answer: 'asset', asset: 'EUR' }, 'Money stays money'],
    ['an asset of money', 'EURO', { answer: 'asset', asset: 'LUNC' }, 'Money stays money'],
    ['no choice', 'SENT', { answer: 'what', direction: 'out' }, 'Choose what it was'],
    [
      'a choice of the other direction',
      'SENT',
      { answer: 'what', direction: 'out', choice: 'EARNED' },
      'Choose',
    ],
    ['no note', 'SENT', { answer: 'note' }, 'Enter a note'],
    ['a long note', 'SENT', { answer: 'note', note: 'x'.repeat(1001) }, 'Enter a note'],
  ])('that says %s is shown again with what is wrong', async (_title, name, fields, text) => {
    const { status, html } = await answers.check(name, fields);
    expect([status, textOf(html)]).toEqual([422, expect.stringContaining(text)]);
    const typed = Object.entries(fields).find(([field]) => ['eur', 'amount', 'asset'].includes(field));
    if (typed !== undefined) expect(html).toContain(`value="${typed[1]}"`);
  });
});
