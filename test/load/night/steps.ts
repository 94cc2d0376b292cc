/** The steps of a night for many users: the imports of one command, prices, rates, and the self-check. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { importFiles } from '../../../deploy/ctx/import-files.ts';
import { BUNDLED_RATES } from '../../../deploy/ctx/price-files.ts';
import { importPrices } from '../../../deploy/ctx/prices.ts';
import type { Bed } from '../bed/bed.ts';
import type { Ground } from '../bed/ground.ts';
import { processesOf, rssMb } from '../bed/processes.ts';
import { ASSETS, untilIdle } from '../bed/users.ts';
import { median, msOf } from '../population/requests.ts';

const MAIN = fileURLToPath(new URL('../../../deploy/ctx/main.ts', import.meta.url));
const LOOK_MS = 200;
const FIRST_DAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;

/** Writes the new events of a night for a user, and returns the path. An account of its own, since copies have the ids of their template. */
function nightFile(folder: string, userId: number, night: number, events: number): string {
  const account = { kind: 'account', ref: 'night-1', accountKind: 'exchange', datasource: 'BITVAVO' };
  const lines = Array.from({ length: events }, (_, index) => {
    const key = ASSETS[(userId + index) % ASSETS.length] ?? 'BTC';
    return {
      kind: 'event',
      account: 'night-1',
      referenceId: `N${String(night)}-${String(index)}`,
      type: index % 5 < 3 ? 'ACQUISITION' : 'DISPOSITION',
      asset: { key, symbol: key },
      amount: '0.01',
      timestamp: new Date(FIRST_DAY + night * DAY_MS + index * 60_000).toISOString(),
      euroValue: '1.25',
    };
  });
  const path = join(folder, `${String(userId)}.jsonl`);
  writeFileSync(path, [account, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

/** What a batch of `ctx` printed, and what it took. */
export interface BatchRun {
  readonly imported: number;
  readonly failed: number;
  readonly runsRequested: number;
  readonly ms: number;
  /** Most memory at a time by process, MB. */
  readonly peakMb: Readonly<Record<string, number>>;
}

/** Writes the files of a night and their manifest. Returns the folder. */
export function writeNight(bed: Bed, users: readonly number[], night: number, events: number): string {
  const folder = join(bed.dataDir, `night-${String(night)}`);
  mkdirSync(folder);
  for (const userId of users) nightFile(folder, userId, night, events);
  const rows = users.map((user) => `${JSON.stringify({ user, file: `${String(user)}.jsonl` })}\n`);
  writeFileSync(join(folder, 'manifest.jsonl'), rows.join(''));
  return folder;
}

/** Runs `ctx import --batch` as a process of its own. Throws when a file is not imported. */
export async function runBatch(bed: Bed, folder: string, ...options: readonly string[]): Promise<BatchRun> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [MAIN, 'import', '--batch', folder, ...options], {
    env: { ...process.env, ...bed.addresses() },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const peaks = new Peaks(bed, child.pid ?? 0);
  const [stdout] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const ms = performance.now() - startedAt;
  const peakMb = peaks.stop();
  if (child.exitCode !== 0) throw new Error(`ctx import --batch: ${stdout}`);
  return { ...(JSON.parse(stdout) as Omit<BatchRun, 'ms' | 'peakMb'>), ms, peakMb };
}

/** The most memory that each process has at a time. */
class Peaks {
  readonly #mb: Record<string, number> = {};
  readonly #pids: () => [string, readonly number[]][];
  readonly #timer: NodeJS.Timeout;

  constructor(bed: Bed, ctx: number) {
    this.#pids = () => [
      ...(['gateway', 'corrections', 'recalc'] as const).map((name): [string, number[]] => [
        name,
        [bed.served(name).pid],
      ]),
      ['PostgreSQL (shared memory once for each connection)', processesOf(bed.databasePid, true)],
      ['ctx', [ctx]],
    ];
    this.#timer = setInterval(() => {
      this.#take();
    }, LOOK_MS);
  }

  stop(): Readonly<Record<string, number>> {
    clearInterval(this.#timer);
    return this.#mb;
  }

  #take(): void {
    for (const [name, pids] of this.#pids())
      this.#mb[name] = Math.max(
        this.#mb[name] ?? 0,
        pids.reduce((sum, pid) => sum + rssMb(pid), 0),
      );
  }
}

/** Medians in ms of the import of one user's new events, alone, and of the time until the figures are there. */
export async function oneByOne(
  on: Ground,
  users: readonly number[],
  night: number,
  events: number,
): Promise<{ readonly imported: number; readonly idle: number }> {
  const folder = join(on.bed.dataDir, `alone-${String(night)}`);
  mkdirSync(folder);
  const [imported, idle]: [number[], number[]] = [[], []];
  for (const userId of users) {
    const file = nightFile(folder, userId, night, events);
    const importMs = await msOf(() => importFiles(on.operator(), [file], { user: userId }));
    imported.push(importMs);
    idle.push(importMs + (await msOf(() => untilIdle(on.operator(), userId))));
  }
  return { imported: median(imported), idle: median(idle) };
}

/** Returns the number of runs that all users have requested so far. */
export async function runsRequested({ owner }: Bed): Promise<number> {
  const { rows } = await owner.query<{ runs: number }>(
    'SELECT coalesce(sum(requested), 0)::float8 AS runs FROM corrections.recalc_state',
  );
  return rows[0]?.runs ?? 0;
}

/** Imports the rates of the ECB without their newest day: the state in which a night finds them. */
export async function importOlderRates(on: Ground, from: string): Promise<void> {
  const [head = '', , ...older] = readFileSync(BUNDLED_RATES, 'utf8').split('\n');
  const file = join(on.bed.dataDir, 'eurofxref-hist.csv');
  writeFileSync(file, [head, ...older].join('\n'));
  await importPrices(on.operator(), [file], { shared: true, from });
}

/** Returns the milliseconds in which all rates of the ECB are imported, one day of which is new. Throws where none is. */
export async function importRates(on: Ground, from: string): Promise<number> {
  const startedAt = performance.now();
  const { price } = (await importPrices(on.operator(), [BUNDLED_RATES], { shared: true, from })) as {
    price?: { added: number };
  };
  if ((price?.added ?? 0) === 0) throw new Error('no rate was new');
  return performance.now() - startedAt;
}
