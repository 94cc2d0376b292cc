/** Removing a file on its pages, and the forms of files, attacked. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIMITS } from '@ctx/domain/limits';
import { ok } from '../../api/client.ts';
import { query } from '../oauth/visitor.ts';
import { untilIdle } from '../runs.ts';
import { sharedTestStack, type TestStack, UNKNOWN_ID } from '../stack.ts';
import {
  references,
  accounts,
  countOf,
  addFile,
  bitvavo,
  FILES,
  preview,
  removeFile,
  returnedForm,
} from './file-users.ts';
import { plain } from './log-users.ts';
import { newSomeone, type Someone } from './person.ts';

let stack: TestStack;
let user: Someone;
let other: Someone;

beforeAll(async () => {
  stack = await sharedTestStack();
  user = await newSomeone(stack, 'files-removal@example.org');
  other = await newSomeone(stack, 'files-removal-other@example.org');
});
afterAll(async () => {
  await stack.remove();
});

describe('Removing a file', () => {
  it('asks first, and removes its events and its money except those that another file has', async () => {
    const own = await newSomeone(stack, 'files-remove@example.org');
    const first = await addFile(own.person, 'first.csv', bitvavo('R1', 'R2'));
    const second = await addFile(own.person, 'second.csv', bitvavo('R2', 'R3'));
    const asked = await own.person.get(`${FILES}/${first}/remove`);
    expect(plain(asked.html)).toMatch(
      /Remove “ ?first\.csv ?”\?.* Transactions that leave 1 Transactions that stay 1/,
    );
    expect(await references(stack, own)).toEqual(['R1', 'R2', 'R3']);

    const { status, location } = await removeFile(own.person, first);
    expect([status, location]).toEqual([303, `${FILES}?done=removed`]);
    expect(await references(stack, own)).toEqual(['R2', 'R3']);
    expect(await countOf(stack, 'facts.money', own)).toBe(2);
    expect(plain((await own.person.get(location)).html)).toContain(
      'The file is removed. Your figures are up to date.',
    );
    expect(await accounts(stack, own)).toMatchObject([{ transactionCount: 2 }]);
    expect((await own.person.get(`${FILES}/${first}`)).status).toBe(404);

    await removeFile(own.person, second);
    expect(await references(stack, own)).toEqual([]);
    expect(await accounts(stack, own)).toEqual([]);
    for (const table of ['facts.file_events', 'facts.file_money', 'facts.money'])
      expect(await countOf(stack, table, own)).toBe(0);
  });

  it('keeps a correction of an event as orphaned, which holds again when the file comes back', async () => {
    const own = await newSomeone(stack, 'files-orphan@example.org');
    const id = await addFile(own.person, 'first.csv', bitvavo('C1'));
    await untilIdle(stack, own);
    const params = { query: { year: 2026 } };
    const { transactions } = await ok(stack.api(own.token).GET('/api/v1/transactions', { params }));
    const body = { taxEventId: transactions[0]!.id, overriddenEuroValue: 1234 };
    await ok(stack.api(own.token).POST('/api/v1/overrides', { body }));
    await removeFile(own.person, id);
    await untilIdle(stack, own);
    const { items } = await ok(stack.api(own.token).GET('/api/v1/issues'));
    expect(items).toMatchObject([
      { orphanedCorrection: { referenceId: 'C1', orphanedSince: expect.any(String) } },
    ]);
    expect(await addFile(own.person, 'first.csv', bitvavo('C1'))).toBe(id);
    await untilIdle(stack, own);
    const again = await ok(stack.api(own.token).GET('/api/v1/transactions', { params }));
    expect(again.transactions).toMatchObject([{ id: body.taxEventId, euroValue: 1234 }]);
  });

  it('works from the command line too, after a confirmation', async () => {
    const own = await newSomeone(stack, 'files-command@example.org');
    const id = await addFile(own.person, 'first.csv', bitvavo('D1', 'D2'));
    expect(await stack.ctx(['file', 'list', '--user', own.userId])).toMatchObject({
      files: [{ fileId: id, name: 'first.csv', account: 'bitvavo', rows: 2, events: 2, via: 'settings' }],
    });
    const remove = ['file', 'remove', '--user', own.userId, '--file-id', id];
    expect(await stack.ctx(remove, true)).toMatchObject({
      error: {
        code: 'NOT_CONFIRMED',
        message: expect.stringContaining(
          'removes 2 of the 2 events of the file first.csv; nothing was removed',
        ),
      },
    });
    expect(await stack.ctx([...remove, '--yes'])).toEqual({
      name: 'first.csv',
      removedEvents: 2,
      recalc: expect.stringMatching(/SCHEDULED|QUEUED/),
    });
    expect(await stack.ctx([...remove, '--yes'], true)).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect(await references(stack, own)).toEqual([]);
  });

  it('and adding one are in the log, with the name of the file', async () => {
    const own = await newSomeone(stack, 'files-log@example.org');
    await removeFile(own.person, await addFile(own.person, 'logged.csv', bitvavo('G1')));
    const text = plain((await own.person.get('/settings/log')).html);
    expect(text).toMatch(/File removed .*logged\.csv.* File added .*logged\.csv/);
  });

  it('keeps the figures of a submitted year, as an import does', async () => {
    const own = await newSomeone(stack, 'files-frozen@example.org');
    const id = await addFile(own.person, 'first.csv', bitvavo('F1'));
    await untilIdle(stack, own);
    await stack.ctx(['year', 'freeze', '--user', own.userId, '--year', '2026']);
    const path = '/api/v1/years/2026/summary';
    const before = await stack.get(path, own.token);
    expect((await removeFile(own.person, id)).status).toBe(303);
    await untilIdle(stack, own);
    const { reviewQueueCounts, ...kept } = (await stack.get(path, own.token)).body;
    expect(before.body).toMatchObject(kept);
    // Says that the facts of the year are no longer those of its figures.
    expect(reviewQueueCounts).toMatchObject({ countsByIssueType: { FROZEN_YEAR_DRIFT: 1 } });
  });
});

describe('The forms of files', () => {
  it('of another user remove nothing, and show nothing', async () => {
    const id = await addFile(user.person, 'mine.csv', bitvavo('M1'));
    for (const path of [`${FILES}/${id}`, `${FILES}/${id}/remove`, `${FILES}/${UNKNOWN_ID}`])
      expect((await other.person.get(path)).status).toBe(404);
    const csrf = await other.person.csrf();
    expect((await other.person.post(`${FILES}/${id}/remove`, { csrf })).status).toBe(404);
    expect(plain((await other.person.get(FILES)).html)).not.toContain('mine.csv');
    expect((await user.person.get(`${FILES}/${id}`)).status).toBe(200);
  });

  it('are rejected without the value of the session, and from another site', async () => {
    const { html } = await preview(user.person, 'x.csv', bitvavo('X1'));
    const form = returnedForm(html);
    const before = await countOf(stack, 'facts.events', user);
    for (const csrf of ['', await other.person.csrf()]) {
      expect((await preview(user.person, 'x.csv', bitvavo('X1'), { csrf })).status).toBe(403);
      expect((await user.person.post(`${FILES}/add`, { ...form, csrf })).status).toBe(403);
    }
    const crossSite = await user.person.post(`${FILES}/add`, form, { 'sec-fetch-site': 'cross-site' });
    expect(crossSite.status).toBe(403);
    expect(await countOf(stack, 'facts.events', user)).toBe(before);
  });

  it('are rejected when the form that comes back has another file, account or choice than was shown, or the signature of another session', async () => {
    const form = returnedForm((await preview(user.person, 'x.csv', bitvavo('X1'))).html);
    const foreign = returnedForm((await preview(other.person, 'x.csv', bitvavo('X1'))).html);
    const content = gzipSync(bitvavo('X2')).toString('base64url');
    const faults: Record<string, string>[] = [{ content }, { content: 'nothing' }, { sha256: '' }];
    const sha256 = createHash('sha256').update(bitvavo('X2')).digest('hex');
    faults.push({ content, sha256 }, { name: 'y.csv' }, { account: 'kraken' }, { 'new-account': 'Other' });
    faults.push({ format: 'bitvavo' }, { 'time-zone': 'UTC' }, { year: '2025' }, { signature: '' });
    faults.push({ signature: foreign['signature']! });
    for (const fault of faults)
      expect((await user.person.post(`${FILES}/add`, { ...form, ...fault })).status).toBe(400);
    expect(await references(stack, user)).not.toContain('X2');
  });

  it('with a repeated field, too many files, or a file in another field, are rejected', async () => {
    const csrf = await user.person.csrf();
    const send = (change: (body: FormData) => void): Promise<number> => {
      const body = new FormData();
      body.set('csrf', csrf);
      body.set('file', new Blob([bitvavo('X')]), 'x.csv');
      change(body);
      return user.person.send(FILES, { method: 'POST', body }).then(({ status }) => status);
    };
    expect(
      await send((body) => {
        body.append('csrf', csrf);
      }),
    ).toBe(400);
    expect(
      await send((body) => {
        for (let index = 1; index <= LIMITS.filesTogetherMax; index += 1)
          body.append('file', new Blob(['x']), 'y.csv');
      }),
    ).toBe(400);
    expect(
      await send((body) => {
        for (const name of ['a.json', 'b.json']) body.append('mapping', new Blob(['{}']), name);
      }),
    ).toBe(400);
    expect(
      await send((body) => {
        body.set('other', new Blob(['x']), 'y.csv');
      }),
    ).toBe(400);
    expect((await user.person.post(FILES, { csrf })).status).toBe(400);
  });

  it('need the Pro plan, and a session', async () => {
    const free = await newSomeone(stack, 'files-free@example.org', { plan: 'free' });
    for (const path of [FILES, `${FILES}/${UNKNOWN_ID}`])
      expect((await free.person.get(path)).status).toBe(402);
    expect((await preview(free.person, 'x.csv', bitvavo('X'))).status).toBe(402);
    expect(await countOf(stack, 'facts.events', free)).toBe(0);
  });

  it('wait for another import of the user', async () => {
    const own = await newSomeone(stack, 'files-busy@example.org');
    const { html } = await preview(own.person, 'x.csv', bitvavo('B1'));
    await query(
      stack,
      `INSERT INTO corrections.recalc_state (user_id, import_id, import_until) VALUES ($1, $2, now() + interval '1 hour')
       ON CONFLICT (user_id) DO UPDATE SET import_id = excluded.import_id, import_until = excluded.import_until`,
      [own.userId, UNKNOWN_ID],
    );
    const answer = await own.person.post(`${FILES}/add`, returnedForm(html));
    expect([answer.status, plain(answer.html)]).toEqual([
      409,
      expect.stringContaining('Another change of your data is in progress'),
    ]);
  });
});
