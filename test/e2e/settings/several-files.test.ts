/** Several files that are added together on the page: what is shown, what is stored, and forms that were changed. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ok } from '../../api/client.ts';
import { sharedTestStack, type TestStack } from '../stack.ts';
import { addFile, bitvavo, FILES, sample } from './file-users.ts';
import { formOf, newSomeone, type PageAnswer, type Person, type Someone, textOf } from './person.ts';

const ADDRESS = `${FILES}/add-several`;

let stack: TestStack;
let number = 0;

beforeAll(async () => {
  stack = await sharedTestStack();
});
afterAll(async () => {
  await stack.remove();
});

const newPerson = (): Promise<Someone> => {
  number += 1;
  return newSomeone(stack, `several-files-${String(number)}@example.org`);
};

type Content = string | Uint8Array;

async function lookAt(
  person: Person,
  files: Readonly<Record<string, Content>>,
  fields: Readonly<Record<string, string>> = {},
): Promise<PageAnswer> {
  const body = new FormData();
  for (const [field, value] of Object.entries({ csrf: await person.csrf(), ...fields }))
    body.set(field, value);
  for (const [name, content] of Object.entries(files))
    body.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  return person.send(FILES, { method: 'POST', body });
}

/** The fields that a browser sends for the form: the hidden ones, and the ticks that are preset. */
function shownForm(html: string): Record<string, string> {
  const ticks = [...html.matchAll(/<input[^>]*name="(add-\d+)"[^>]*>/g)];
  const preset = ticks.filter(([input]) => input.includes('checked')).map(([, name = '']) => [name, 'true']);
  return { ...formOf(html, ADDRESS), ...(Object.fromEntries(preset) as Record<string, string>) };
}

const countsOf = async ({ token }: Someone): Promise<Record<string, number>> => {
  const { accounts } = await ok(stack.api(token).GET('/api/v1/accounts'));
  return Object.fromEntries(accounts.map(({ label, transactionCount }) => [String(label), transactionCount]));
};

describe('Several files that are added together', () => {
  it('are shown one by one, with those that cannot be read, and stored after one confirmation', async () => {
    const someone = await newPerson();
    const { status, html } = await lookAt(someone.person, {
      'bitvavo.csv': sample('bitvavo.csv'),
      'nexo.csv': sample('nexo.csv'),
      'nothing.csv': 'a,b\n1,2\n',
    });
    const text = textOf(html);
    expect([status, await countsOf(someone)]).toEqual([200, {}]);
    expect(text).toContain('Add these files?');
    expect(text).toMatch(/File 1: bitvavo\.csv .*Format Bitvavo: transaction history/);
    expect(text).toMatch(/File 2: nexo\.csv .*Account Nexo/);
    expect(text).toMatch(/The file “ ?nothing\.csv ?” was not read/);
    const answer = await someone.person.post(ADDRESS, shownForm(html));
    expect([answer.status, answer.location]).toEqual([303, `${FILES}?done=several`]);
    const added = textOf((await someone.person.get(answer.location)).html);
    expect(added).toMatch(/The files are added\. .*What to do next .*Answer the questions in your inbox/);
    const counts = await countsOf(someone);
    expect(counts).toEqual({ Bitvavo: 9, Nexo: expect.any(Number) });
    // The same form, sent again, adds nothing.
    await someone.person.post(ADDRESS, shownForm(html));
    expect(await countsOf(someone)).toEqual(counts);
  });

  it('are stored only where they are ticked', async () => {
    const someone = await newPerson();
    const { html } = await lookAt(someone.person, {
      'bitvavo.csv': sample('bitvavo.csv'),
      'nexo.csv': sample('nexo.csv'),
    });
    await someone.person.post(ADDRESS, { ...shownForm(html), 'add-0': '' });
    expect(Object.keys(await countsOf(someone))).toEqual(['Nexo']);
  });

  it('are not ticked where their transactions look like stored ones', async () => {
    const someone = await newPerson();
    await addFile(someone.person, 'first.csv', bitvavo('A1', 'A2', 'A3'), { 'new-account': 'Joint account' });
    const { html } = await lookAt(someone.person, {
      'same.csv': bitvavo('B1', 'B2', 'B3'),
      'nexo.csv': sample('nexo.csv'),
    });
    expect(textOf(html)).toContain('Not ticked, because these may be transactions that you have.');
    expect(Object.keys(shownForm(html)).filter((field) => field.startsWith('add-'))).toEqual(['add-1']);
  });

  it('are not ticked where their transactions look like those of a file before them, which is named', async () => {
    const someone = await newPerson();
    const rows = [10, 11, 12].map((day) => `2026-01-${String(day)} 09:00:00 UTC,900,EUR,0.01,BTC`);
    const koinly = `${['Date,Sent Amount,Sent Currency,Received Amount,Received Currency', ...rows].join('\n')}\n`;
    const { html } = await lookAt(someone.person, {
      'nothing.csv': 'a,b\n1,2\n',
      'bitvavo.csv': bitvavo('O1', 'O2', 'O3'),
      'koinly.csv': koinly,
    });
    const form = shownForm(html);
    expect([form['add-0'], form['add-1']]).toEqual(['true', undefined]);
    expect(textOf(html)).toMatch(
      /Not ticked, because these may be transactions of a file above\. 3 of its transactions look like those of file 1, ?bitvavo\.csv/,
    );
    await someone.person.post(ADDRESS, form);
    expect(await countsOf(someone)).toEqual({ Bitvavo: 3 });
  });

  it('say how many of their transactions a file before them has, and are not ticked without others', async () => {
    const someone = await newPerson();
    const { html } = await lookAt(someone.person, {
      'first.csv': bitvavo('P1', 'P2', 'P3'),
      'later.csv': bitvavo('P1', 'P2', 'P3', 'P4'),
      'again.csv': bitvavo('P1', 'P2'),
    });
    const text = textOf(html);
    expect(text).toMatch(
      /File 2: later\.csv .*3 of its transactions are also in file 1, ?first\.csv.*New 1 /,
    );
    expect(text).toMatch(
      /File 3: again\.csv .*Not ticked, because it adds nothing.* 2 .*in file 1, ?first\.csv/,
    );
    expect(Object.keys(shownForm(html)).filter((field) => field.startsWith('add-'))).toEqual([
      'add-0',
      'add-1',
    ]);
    expect(await countsOf(someone)).toEqual({});
    await someone.person.post(ADDRESS, shownForm(html));
    expect(await countsOf(someone)).toEqual({ Bitvavo: 4 });
  });

  it('cannot have a format or an account, which are about one file', async () => {
    const { person } = await newPerson();
    const files = { 'a.csv': bitvavo('A'), 'b.csv': bitvavo('B') };
    const choices: Record<string, string>[] = [{ format: 'nexo' }, { 'new-account': 'Mine' }];
    for (const fields of choices) {
      const { status, html } = await lookAt(person, files, fields);
      expect([status, textOf(html)]).toEqual([422, expect.stringContaining('choose one file with it')]);
    }
  });

  it('are listed with their reasons where none can be read', async () => {
    const { person } = await newPerson();
    const { status, html } = await lookAt(person, { 'a.csv': 'a\n', 'b.csv': 'b\n' });
    expect(status).toBe(422);
    for (const name of ['a.csv', 'b.csv'])
      expect(textOf(html)).toMatch(new RegExp(`The file “ ?${name} ?” was not read`));
  });

  it('are stored only as they were shown, and for the person who saw them', async () => {
    const someone = await newPerson();
    const other = await newPerson();
    const { html } = await lookAt(someone.person, { 'a.csv': bitvavo('A'), 'b.csv': bitvavo('B') });
    const form = shownForm(html);
    const changes: Record<string, string>[] = [
      { 'name-0': 'other.csv' },
      { 'content-0': form['content-1']! },
      { 'sha256-0': form['sha256-1']!, 'content-0': form['content-1']! },
      { 'time-zone': 'Asia/Tokyo' },
      { signature: '' },
    ];
    for (const changed of changes)
      expect((await someone.person.post(ADDRESS, { ...form, ...changed })).status).toBe(400);
    const csrf = await other.person.csrf();
    expect((await other.person.post(ADDRESS, { ...form, csrf })).status).toBe(400);
    expect((await someone.person.post(ADDRESS, { ...form, csrf: 'x' })).status).toBe(403);
    expect([await countsOf(someone), await countsOf(other)]).toEqual([{}, {}]);
  });
});
