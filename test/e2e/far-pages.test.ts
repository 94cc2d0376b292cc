/** Distant pages are read from a stored mark (figures.page_marks). They equal the pages of the whole list after every change of events. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { PAGE_MARK_EVERY } from '@ctx/domain/page-marks';
import { ok } from '../api/client.ts';
import { untilIdle } from './runs.ts';
import { useDatabase, useStack, useUser } from './kit.ts';
import { event, importLines } from './stack.ts';

const EVENTS = 3500;
/** The number of events with one timestamp: enough that a mark falls among them. */
const OF_ONE_TIME = 300;
const ACCOUNT = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };

const at = (index: number): string =>
  new Date(Date.UTC(2026, 0, 2) + Math.floor(index / OF_ONE_TIME) * 3_600_000).toISOString();
const bought = (index: number): object => event(`E${String(index)}`, 'ACQUISITION', '1', at(index), '100');

const stack = useStack();
const database = useDatabase(stack);
const user = useUser(stack, { scope: 'write' });

beforeAll(async () => {
  const lines = [ACCOUNT, ...Array.from({ length: EVENTS }, (_, index) => bought(index))];
  expect(await importLines(stack, user.userId, lines)).not.toHaveProperty('error');
});

interface Row {
  readonly id: string;
  readonly timestamp: string;
}

async function page(number: number, size: number) {
  const query = { year: 2026, page: number, size };
  return ok(user.api.GET('/api/v1/transactions', { params: { query } }));
}

/** Reads all pages in order. */
async function walk(size: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (let number = 0; ; number += 1) {
    const { transactions, hasNext } = await page(number, size);
    rows.push(...transactions);
    if (!hasNext) return rows;
  }
}

async function marks(): Promise<number | null> {
  const { rows } = await database.query<{ marks: number }>(
    'SELECT cardinality(times) AS marks FROM figures.page_marks WHERE user_id = $1 AND year = 2026',
    [user.userId],
  );
  return rows[0]?.marks ?? null;
}

const newestFirst = (one: Row, other: Row): number =>
  Date.parse(other.timestamp) - Date.parse(one.timestamp) || (one.id < other.id ? -1 : 1);

async function expectWhole(events: number): Promise<void> {
  expect(await marks()).toBe(Math.floor((events - 1) / PAGE_MARK_EVERY));
  const rows = await walk(170);
  expect(rows).toEqual(rows.toSorted(newestFirst));
  expect(new Set(rows.map(({ id }) => id)).size).toBe(events);
}

describe('The pages of GET /transactions', () => {
  it('together are the whole list, newest first by timestamp, then id, each event once', async () => {
    await expectWhole(EVENTS);
  });

  it('skip exactly page × size events, wherever the marks are', async () => {
    const rows = await walk(200);
    for (const [number, size] of [
      [3, 200],
      [999, 1],
      [1000, 1],
      [1001, 1],
      [2000, 1],
      [10, 200],
      [17, 200],
      [69, 50],
    ] as const) {
      const { transactions } = await page(number, size);
      expect(transactions.map(({ id }) => id)).toEqual(
        rows.slice(number * size, (number + 1) * size).map(({ id }) => id),
      );
    }
  });

  it('after the last one are empty, with the totals of the year', async () => {
    for (const number of [18, 1000, 2_147_483_647]) {
      const { transactions, totalElements, hasNext, hasPrevious } = await page(number, 200);
      expect([transactions, totalElements, hasNext, hasPrevious]).toEqual([[], EVENTS, false, true]);
    }
  });

  it('stay complete when an event moves to another time', async () => {
    const { transactions } = await page(3400, 1);
    const body = { taxEventId: transactions[0]!.id, overriddenTimestamp: '2026-02-01T00:00:00Z' };
    await ok(user.api.POST('/api/v1/overrides', { body }));
    await untilIdle(stack, user);
    await expectWhole(EVENTS);
  });

  it('stay complete when events are added and removed', async () => {
    await importLines(stack, user.userId, [ACCOUNT, bought(EVENTS), bought(EVENTS + 1)]);
    await expectWhole(EVENTS + 2);
    const kept = Array.from({ length: EVENTS - 600 }, (_, index) => bought(index + 600));
    await importLines(stack, user.userId, [ACCOUNT, ...kept], 'kraken-1');
    await expectWhole(EVENTS - 600);
  });

  it('keep their marks without a rewrite when only a value changes', async () => {
    const { rows } = await database.query<{ times: string }>(
      'SELECT times::text FROM figures.page_marks WHERE user_id = $1',
      [user.userId],
    );
    const { transactions } = await page(0, 1);
    const body = { taxEventId: transactions[0]!.id, overriddenEuroValue: 123 };
    await ok(user.api.POST('/api/v1/overrides', { body }));
    await untilIdle(stack, user);
    const after = await database.query('SELECT times::text FROM figures.page_marks WHERE user_id = $1', [
      user.userId,
    ]);
    expect(after.rows).toEqual(rows);
  });
});
