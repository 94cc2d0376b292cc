/** `ctx probe`: a whole use of the service by a user of its own, who is erased afterwards. `helm test` runs it. */
import { Readable } from 'node:stream';
import type { Command } from 'commander';
import { type ApiClient } from '@ctx/client';
import { parseUrl } from './arguments.ts';
import { type Connection, runConnected } from './connect.ts';
import { eraseUser } from './erase.ts';
import { examples } from './examples.ts';
import { streamFacts } from './import-stream.ts';
import { CommandRejection } from './output.ts';
import { waitUntilIdle } from './recalc.ts';
import { clientOf } from './rest.ts';
import { createToken } from './token.ts';
import { createUser } from './user.ts';

const YEAR = 2026;
const ACCOUNT = 'probe';
/** Bought for 100 and sold for 150; corrected to 200. */
const GAIN = 50;
const CORRECTED_PROCEEDS = 200;
const GAIN_CORRECTED = 100;
const NO_PROGRESS = { sent: () => undefined, phase: () => undefined };

/** Adds the command `probe`. */
export function registerProbeCommand(program: Command): void {
  program
    .command('probe')
    .summary('Checks the whole service with a user of its own, who is erased afterwards.')
    .description(
      'Creates a user, imports a purchase and a sale, reads the gain over REST, corrects the sale, waits for the recalculation,\n' +
        'reads the gain again, and erases the user. Prints {"steps":[{"step","ms"}]}.',
    )
    .requiredOption('--url <url>', 'address of the service', parseUrl)
    .addHelpText('after', examples('probe --url https://tax.example.org'))
    .action(({ url }: { url: string }) => runConnected((connection) => probe(connection, url)));
}

interface Step {
  readonly step: string;
  readonly ms: number;
}

async function probe(connection: Connection, url: string): Promise<object> {
  const steps: Step[] = [];
  const timed = async <Result>(step: string, work: () => Promise<Result>): Promise<Result> => {
    const start = performance.now();
    const result = await work();
    steps.push({ step, ms: Math.round(performance.now() - start) });
    return result;
  };
  await connection.waitUntilReady();
  const userId = await timed('create a user', () =>
    createUser(connection, { email: `probe-${String(Date.now())}@probe.invalid`, plan: 'pro', year: [YEAR] }),
  );
  try {
    await probeAs(connection, userId, url, timed);
  } finally {
    await timed('erase the user', () => eraseUser(connection, userId));
  }
  return { steps };
}

type StepTimer = <Result>(step: string, work: () => Promise<Result>) => Promise<Result>;

async function probeAs(connection: Connection, userId: number, url: string, timed: StepTimer): Promise<void> {
  const { token } = await createToken(connection, { user: userId, name: 'probe', scope: 'write' });
  const client = clientOf(url, token);
  await timed('import', () => importFacts(connection, userId));
  await timed('recalculate', () => waitUntilIdle(connection, userId));
  await timed('read the gain over REST', () => expectGain(client, GAIN));
  await timed('correct the sale', () => correctSale(client));
  await timed('recalculate after the correction', () => waitUntilIdle(connection, userId));
  await timed('read the corrected gain', () => expectGain(client, GAIN_CORRECTED));
}

async function importFacts(connection: Connection, userId: number): Promise<void> {
  const event = { kind: 'event', account: ACCOUNT, asset: { key: 'PROBE', symbol: 'PROBE' }, amount: '1' };
  const lines = [
    { kind: 'account', ref: ACCOUNT, accountKind: 'file', datasource: 'PROBE' },
    {
      ...event,
      referenceId: 'bought',
      type: 'ACQUISITION',
      timestamp: '2026-01-10T10:00:00Z',
      euroValue: '100',
    },
    {
      ...event,
      referenceId: 'sold',
      type: 'DISPOSITION',
      timestamp: '2026-01-20T10:00:00Z',
      euroValue: '150',
    },
  ];
  const source = Readable.from([Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))]);
  const header = { replaceAccountRef: null, sharedPrices: false, removalConfirmed: false };
  await streamFacts(connection, { userId, header, source }, NO_PROGRESS);
}

async function expectGain(client: ApiClient, expected: number): Promise<void> {
  const { data, response } = await client.GET('/api/v1/years/{year}/summary', {
    params: { path: { year: YEAR } },
  });
  const gain = data?.totalCapitalGains.locked === false ? data.totalCapitalGains.exact : null;
  if (gain !== expected)
    throw new CommandRejection(
      'PROBE_FAILED',
      `the gain is ${String(gain)} instead of ${String(expected)} (status ${String(response.status)})`,
    );
}

async function correctSale(client: ApiClient): Promise<void> {
  const query = { year: YEAR };
  const { data } = await client.GET('/api/v1/transactions', { params: { query } });
  const sale = data?.transactions.find(({ referenceId }) => referenceId === 'sold');
  const { response } = await client.POST('/api/v1/overrides', {
    body: { taxEventId: sale?.id ?? '', overriddenEuroValue: CORRECTED_PROCEEDS },
  });
  if (!response.ok)
    throw new CommandRejection(
      'PROBE_FAILED',
      `the correction was rejected with status ${String(response.status)}`,
    );
}
