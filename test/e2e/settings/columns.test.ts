/** A file of a platform without a format: what its columns are is said on the page, in two steps, and then it is added. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ok } from '../../api/client.ts';
import { untilIdle } from '../runs.ts';
import { sharedTestStack, type TestStack } from '../stack.ts';
import { FILES, preview, returnedForm, sample } from './file-users.ts';
import { formOf, newSomeone, type Someone, textOf } from './person.ts';

const ADDRESS = `${FILES}/columns`;
const CSV =
  'Datum;Soort;Munt;Aantal;Waarde;<b>Nota</b>\n' +
  '25/03/2026 14:30;Koop;BTC;0,5;25000,10;=1+1\n' +
  '26/03/2026 09:00;Verkoop;BTC;0,2;11000;<script>alert(1)</script>\n';
const CHOSEN = {
  platform: 'My exchange',
  'column-time': '0',
  'column-type': '1',
  'column-asset': '2',
  'column-amount': '3',
  'column-euroValue': '4',
  'column-description': '5',
  'time-format': 'dd/MM/yyyy HH:mm',
  'decimal-mark': ',',
};
const MEANINGS = { 'meaning-0': 'BUY', 'meaning-1': 'SALE' };

let stack: TestStack;
let user: Someone;

beforeAll(async () => {
  stack = await sharedTestStack();
  user = await newSomeone(stack, 'columns@example.org');
});
afterAll(async () => {
  await stack.remove();
});

/** The hidden fields of the form about columns, as the page of a file without a format has them. */
async function askedForm(
  { person }: Someone,
  content: string | Uint8Array = CSV,
): Promise<Record<string, string>> {
  const { html } = await preview(person, 'mine.csv', content);
  return formOf(html, ADDRESS);
}

describe('The columns of a file without a known format', () => {
  it('are asked for with the first rows, then its types, and the file is added as they say', async () => {
    const { status, html } = await preview(user.person, 'mine.csv', CSV);
    expect([status, textOf(html)]).toEqual([
      422,
      expect.stringMatching(/What is each column\?.*25\/03\/2026 14:30/),
    ]);
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('<b>nota');
    const types = await user.person.post(ADDRESS, { ...formOf(html, ADDRESS), ...CHOSEN });
    expect([types.status, textOf(types.html)]).toEqual([
      422,
      expect.stringMatching(/Say what each type means\..*What does each type mean\? Koop .*Verkoop /),
    ]);
    const shown = await user.person.post(ADDRESS, { ...formOf(types.html, ADDRESS), ...CHOSEN, ...MEANINGS });
    expect([shown.status, textOf(shown.html)]).toEqual([
      200,
      expect.stringMatching(/Format Columns that you described Account My exchange Rows 2 Transactions 2/),
    ]);
    const added = await user.person.post(`${FILES}/add`, returnedForm(shown.html));
    expect([added.status, added.location]).toEqual([303, expect.stringMatching(/done=added&year=2026$/)]);
    await untilIdle(stack, user);
    const params = { query: { year: 2026, size: 20 } };
    const { transactions } = await ok(stack.api(user.token).GET('/api/v1/transactions', { params }));
    expect(transactions.map(({ type, amount }) => [type, amount]).toSorted()).toEqual([
      ['ACQUISITION', 0.5],
      ['DISPOSITION', 0.2],
    ]);
  });

  it('are asked for again, with what was chosen, where the file does not fit the choice', async () => {
    const wrong = { ...CHOSEN, ...MEANINGS, 'column-time': '2' };
    const { status, html } = await user.person.post(ADDRESS, { ...(await askedForm(user)), ...wrong });
    expect(status).toBe(422);
    expect(textOf(html)).toContain('What is each column?');
    expect(html).toContain('value="My exchange"');
  });

  it('are not asked for where the file has a format, is none, or was changed', async () => {
    const form = await askedForm(user);
    expect((await user.person.post(ADDRESS, { ...form, sha256: '0'.repeat(64) })).status).toBe(400);
    expect((await user.person.post(ADDRESS, { ...form, content: 'x' })).status).toBe(400);
    for (const content of [sample('bitvavo.csv'), 'no table', `${'a,'.repeat(10_000)}\n1,2\n`])
      expect((await preview(user.person, 'f.csv', content)).html).not.toContain(`action="${ADDRESS}"`);
  });

  it('are asked for only by a form with the token of the session', async () => {
    const form = await askedForm(user);
    const stranger = await newSomeone(stack, 'columns-stranger@example.org');
    const { status } = await stranger.person.post(ADDRESS, { ...form, ...CHOSEN });
    expect(status).toBe(403);
  });

  it('describe the same transactions when the same file comes again', async () => {
    const again = { ...(await askedForm(user)), ...CHOSEN, ...MEANINGS };
    const { html } = await user.person.post(ADDRESS, again);
    expect(textOf(html)).toContain('Every transaction of this file is stored already.');
  });
});
