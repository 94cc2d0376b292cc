/** `npm run bench:corrections`: corrections through gRPC against a bare INSERT of the same rows, and how soon figures follow. */
import { randomUUID } from 'node:crypto';
import { callUnary } from '@ctx/common/platform/grpc-client';
import type { CorrectionServiceClient } from '@ctx/proto/gen/ctx/v1/corrections';
import type { Metadata } from '@grpc/grpc-js';
import pg from 'pg';
import { correctionsClient, type User } from '../e2e/corrections/surfaces.ts';
import { event, importLines, newUser, startTestStack, type TestStack, waitFor } from '../e2e/stack.ts';

const USERS = 8;
const EVENTS = 1000;
const AT_ONCE = 16;
const CORRECTIONS = 4000;
const BULK_IDS = 200;
const BULK_REQUESTS = 40;
const TIMEOUT_MS = 60_000;

interface Subject extends User {
  readonly events: readonly string[];
}

const stack = await startTestStack();
const { client, metadataOf } = correctionsClient(stack);
try {
  const users: Subject[] = [];
  for (let index = 0; index < USERS; index += 1) users.push(await subject(stack, index));
  const database = new pg.Pool({ connectionString: stack.ready().postgres.url, max: AT_ONCE });
  report('bare INSERT and COMMIT', await rate(CORRECTIONS, (index) => insert(database, index)));
  await database.end();
  await settle(users);
  report('overrides of 8 users', await rate(CORRECTIONS, (index) => override(of(users, index), index)));
  await settle(users);
  const [one] = users as [Subject];
  report('overrides of one user', await rate(CORRECTIONS, (index) => override(one, index)));
  await settle(users);
  const inBulk = await rate(BULK_REQUESTS, (index) => bulk(of(users, index), index), 4);
  report(`bulk of ${String(BULK_IDS)}, events`, { ...inBulk, perSecond: inBulk.perSecond * BULK_IDS });
  await settle(users);
  await rate(1000, (index) => override(one, -index));
  const startedAt = performance.now();
  await settle([one]);
  say(
    'from the last of 1,000 corrections of one user to IDLE',
    `${(performance.now() - startedAt).toFixed(0)} ms`,
  );
} finally {
  client.close();
  await stack.remove();
}

async function subject(on: TestStack, index: number): Promise<Subject> {
  const user = await newUser(
    on,
    `bench-${String(index)}@example.org`,
    ['--plan', 'pro', '--year', '2026'],
    'write',
  );
  const account = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };
  const lines = Array.from({ length: EVENTS }, (_, at) =>
    event(`E${String(at)}`, at % 2 === 0 ? 'ACQUISITION' : 'DISPOSITION', '1', instant(at), '100'),
  );
  await importLines(on, user.userId, [account, ...lines]);
  const database = new pg.Client({ connectionString: on.ready().postgres.url });
  await database.connect();
  const { rows } = await database.query<{ event_id: string }>(
    'SELECT event_id FROM facts.events WHERE user_id = $1 ORDER BY occurred_at',
    [user.userId],
  );
  await database.end();
  return { ...user, events: rows.map(({ event_id }) => event_id) };
}

function instant(at: number): string {
  return new Date(Date.UTC(2026, 0, 2) + at * 3_600_000).toISOString();
}

function of<Value>(values: readonly Value[], index: number): Value {
  return values[index % values.length] as Value;
}

interface Rate {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** How many a second, so many at once. */
async function rate(
  count: number,
  work: (index: number) => Promise<unknown>,
  atOnce = AT_ONCE,
): Promise<Rate> {
  const latencies: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  const worker = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      const askedAt = performance.now();
      await work(index);
      latencies.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const seconds = (performance.now() - startedAt) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { perSecond: count / seconds, p50: at(0.5), p99: at(0.99) };
}

function override(user: Subject, index: number): Promise<unknown> {
  const request = {
    taxEventId: of(user.events, Math.abs(index * 7)),
    overriddenEuroValue: `${String(Math.abs(index))}.5`,
  };
  return call(client.applyOverride.bind(client), request, metadataOf(user, randomUUID()));
}

function bulk(user: Subject, index: number): Promise<unknown> {
  const from = (index * BULK_IDS) % EVENTS;
  const request = { taxEventIds: user.events.slice(from, from + BULK_IDS), notes: `bulk ${String(index)}` };
  return call(client.bulkApplyOverrides.bind(client), request, metadataOf(user, randomUUID()));
}

type Method = CorrectionServiceClient['applyOverride'] | CorrectionServiceClient['bulkApplyOverrides'];

function call(method: Method, request: object, metadata: Metadata): Promise<unknown> {
  return callUnary(method as never, request, metadata, TIMEOUT_MS);
}

/** What the least program would do: one row, one commit. */
async function insert(database: pg.Pool, index: number): Promise<void> {
  const row = [randomUUID(), randomUUID(), randomUUID(), `${String(index)}.5`];
  await database.query({
    name: 'bare',
    text: `INSERT INTO corrections.overrides (user_id, override_id, event_id, account_id, asset_key, original_type, reference_id,
        overridden_euro_value) VALUES (999999999, $1, $2, $3, 'ETH', 'ACQUISITION', 'E', $4)`,
    values: row,
  });
}

async function settle(users: readonly Subject[]): Promise<void> {
  for (const { userId } of users)
    await waitFor(async () => (await stack.ctx(['recalc', '--user', userId]))['status'] === 'IDLE', 120_000);
}

function report(what: string, { perSecond, p50, p99 }: Rate): void {
  say(what, `${perSecond.toFixed(0)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
}

function say(what: string, figure: string): void {
  process.stdout.write(`${what.padEnd(56)} ${figure}\n`);
}
