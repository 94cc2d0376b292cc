/** A short form of `npm run test:resilience -- --only replica`, and each reason why the primary answers, caused once. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callerMetadata, callUnary, createGrpcClient } from '@ctx/platform/grpc-client';
import { ReadServiceClient } from '@ctx/proto/gen/ctx/v1/read';
import type { Client } from 'pg';
import { scrape } from '../../e2e/observing/scrape.ts';
import { callerKeyOf, newToken, waitFor } from '../../e2e/stack.ts';
import { untilIdle } from '../../e2e/runs.ts';
import { send } from '../../e2e/corrections/surfaces.ts';
import { type AnswerSource, CONFLICT, DELAYS, FROZEN, runCase, STOPPED } from './cases.ts';
import { ReplicaStack } from './replica.ts';
import { type Person, Workload } from './workload.ts';

let replica: ReplicaStack;
let workload: Workload;
beforeAll(async () => {
  replica = await ReplicaStack.start();
  workload = new Workload(replica.stack);
  for (const name of ['first', 'second', 'quiet'])
    await workload.addPerson(`replica-${name}@example.org`, 40);
});
afterAll(async () => {
  await replica.remove();
});

const NONE_FAILED = { primary_conflict: 0, primary_unreachable: 0, primary_failed: 0 };
const LOAD = { reads: 150, correcting: 2, pauseMs: 50 };

describe('With a replica that', () => {
  it(`${DELAYS[1]!.title}, no read is outdated, and the replica answers a part`, async () => {
    const { outcome, answers } = await runCase(replica, workload, DELAYS[1]!, {
      ...LOAD,
      isEnough: ({ replica: current, primary_behind: behind }) => current > 0 && behind > 0,
    });
    expect({ failed: outcome.failed, outdated: outcome.outdated }).toEqual({ failed: [], outdated: [] });
    expect({ ...answers, ...NONE_FAILED }).toEqual(answers);
    expect(Math.min(answers.replica, answers.primary_behind)).toBeGreaterThan(0);
  });

  it.each([
    { ...STOPPED, source: 'primary_unreachable' },
    { ...FROZEN, source: 'primary_unreachable' },
    { ...CONFLICT, source: 'primary_conflict' },
  ] as const)('$title, no read fails and none is outdated', async ({ source, ...each }) => {
    const { outcome, answers } = await runCase(replica, workload, each, {
      ...LOAD,
      isEnough: (latest) => latest[source] > 0,
    });
    expect({ failed: outcome.failed, outdated: outcome.outdated }).toEqual({ failed: [], outdated: [] });
    expect(answers[source]).toBeGreaterThan(0);
  });
});

describe('A read', () => {
  let token: string;
  let person: Person;
  beforeAll(async () => {
    person = workload.people[0]!;
    token = await newToken(replica.stack, person.userId, 'write');
    await untilIdle(replica.stack, person);
    await replica.replayAtOnce();
    await replica.caughtUp();
    // The load before may have left it avoided for up to five seconds.
    await waitFor(async () => 'replica' in (await sourcesOf(value)));
  });

  let time = 0;
  /** A page that the gateway does not have in its cache. */
  const value = async (): Promise<unknown> => {
    time += 1;
    const from = new Date(Date.UTC(2026, 0, 1) + time).toISOString();
    const { status, body } = await replica.stack.get(`/api/v1/transactions?year=2026&from=${from}`, token);
    expect(status).toBe(200);
    const transactions = body['transactions'] as { id: string; euroValue: number }[];
    return transactions.find(({ id }) => id === person.soldId)?.euroValue;
  };
  const expectValue = async (expected: number): Promise<void> => {
    expect(await value()).toBe(expected);
  };
  const correct = async (overriddenEuroValue: number): Promise<void> => {
    const body = { taxEventId: person.soldId, overriddenEuroValue };
    expect(await send(replica.stack, { ...person, token }, 'POST', '/api/v1/overrides', body)).toMatchObject({
      status: 200,
    });
    await untilIdle(replica.stack, person);
  };
  /** Does `work` while the replica replays nothing. */
  const whilePaused = async (work: () => Promise<void>): Promise<void> => {
    await replica.onReplica((client) => client.query('SELECT pg_wal_replay_pause()'));
    try {
      await work();
    } finally {
      await replica.onReplica((client) => client.query('SELECT pg_wal_replay_resume()'));
      await replica.caughtUp();
    }
  };
  /** Returns by what source the calls of `work` were answered. */
  const sourcesOf = async (work: () => Promise<unknown>): Promise<Partial<Record<AnswerSource, number>>> => {
    const count = async () => {
      const { samples } = await scrape(replica.stack, 'read');
      return samples.filter(({ name }) => name === 'ctx_replica_answers_total');
    };
    const before = new Map((await count()).map(({ labels, value: sum }) => [labels['source'], sum]));
    await work();
    const grown = (await count()).map(({ labels, value: sum }) => [
      labels['source'],
      sum - (before.get(labels['source']) ?? 0),
    ]);
    return Object.fromEntries(grown.filter(([, sum]) => sum !== 0)) as Partial<Record<AnswerSource, number>>;
  };

  it('of a version that the replica has is answered by the replica', async () => {
    expect(await sourcesOf(value)).toEqual({ replica: 1 });
  });

  it('of a version that the replica has not replayed is answered by the primary and cached as such', async () => {
    const path = '/api/v1/transactions?year=2026';
    await whilePaused(async () => {
      await correct(9001);
      expect(await sourcesOf(() => expectValue(9001))).toEqual({ primary_behind: 1 });
      for (let again = 0; again < 3; again += 1)
        expect((await replica.stack.get(path, token)).text).toContain('9001');
    });
    expect((await replica.stack.get(path, token)).text).toContain('9001');
    expect(await sourcesOf(() => expectValue(9001))).toEqual({ replica: 1 });
  });

  it('of a report continues a page that the primary answered, for a request that was admitted before the last change', async () => {
    const versionOf = (client: Client) =>
      client.query<{ version: string }>(
        'SELECT corrections.version_of(s) AS version FROM corrections.recalc_state s WHERE s.user_id = $1',
        [person.userId],
      );
    await whilePaused(async () => {
      const before = (await replica.onReplica(versionOf)).rows[0]!.version;
      await correct(9002);
      const { body } = await replica.stack.get('/api/v1/years/2026/report', token);
      const read = createGrpcClient(ReadServiceClient, replica.stack.ready().services.read.address);
      try {
        const userId = Number(person.userId);
        const caller = { userId, scope: 'read', via: 'Test', requestId: 'report', version: before } as const;
        const metadata = callerMetadata(caller, callerKeyOf(replica.stack));
        const after = body['next'] as string;
        const request = { year: 2026, after, format: 'json', language: 'en' };
        const page = await callUnary(read.getYearReport.bind(read), request, metadata, 10_000);
        expect(page.lines.length).toBeGreaterThan(0);
      } finally {
        read.close();
      }
    });
  });

  it('of another user is answered by the replica meanwhile', async () => {
    await whilePaused(async () => {
      await correct(9003);
      const other = await newToken(replica.stack, workload.people[2]!.userId);
      const read = () => replica.stack.get('/api/v1/rules', other);
      expect(await sourcesOf(read)).toEqual({ replica: 1 });
    });
  });

  it('of more than the data of one user is answered by the primary', async () => {
    for (const path of ['accounts', 'transfer-matches/candidates?taxEventId=' + person.soldId])
      expect(await sourcesOf(() => replica.stack.get(`/api/v1/${path}`, token))).toEqual({
        primary_no_version: 1,
      });
    expect(await sourcesOf(() => replica.stack.get('/api/v1/recalc-status', token))).toEqual({});
  });

  it('is right after the replica was promoted by mistake', async () => {
    await replica.onReplica(async (client) => {
      await client.query('SELECT pg_promote()');
      await waitFor(async () => {
        const { rows } = await client.query<{ is: boolean }>('SELECT pg_is_in_recovery() AS is');
        return rows[0]?.is === false;
      });
    });
    expect(await sourcesOf(value)).toEqual({ replica: 1 });
    await correct(9004);
    expect(await sourcesOf(() => expectValue(9004))).toEqual({ primary_behind: 1 });
  });
});
