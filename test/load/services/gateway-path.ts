/** Part of `load:gateway`: pages through gateway and read service compared with Express + pg, in turns on the same cores. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Ground } from '../bed/ground.ts';
import { profile, type ProfileRow } from '../bed/profile.ts';
import { type Measurement, medianOf, type WatchedProcesses } from '../measure.ts';
import type { Options } from '../options.ts';
import type { Page } from '../pages.ts';
import { soak } from '../soak.ts';
import { judge, type JudgedTarget } from '../targets.ts';
import { type RequestSet, both, type Run, HALF, runAtRate, runWrk } from './gateway-runs.ts';

/** Long enough for V8 to compile the hot code. */
const WARM_UP_SECONDS = 10;

/** Measures both sides in turns. Both keep running, as services do; each turn has pages that neither has read before. */
export async function wholePath(
  ground: Ground,
  asked: RequestSet,
  options: Options,
): Promise<{ fresh: Measurement; lines: Measurement[]; targets: JudgedTarget[] }> {
  const { bed, baseUrl } = ground;
  const { seconds, rounds, say } = options;
  const reference = await startReference(bed.ownerUrl);
  const plain = { baseUrl: reference.baseUrl, form: 'reference' } as const;
  const watchedPlain = { service: [reference.process.pid ?? 0], database: bed.databasePid };
  const ours = { baseUrl, watched: both(bed) };
  const turns = { plain: [], plainAgain: [], fresh: [], again: [], tool: [] } as Record<
    string,
    Measurement[]
  >;
  try {
    say('warming up …');
    for (const side of [
      { ...plain, watched: watchedPlain },
      { ...ours, form: 'rest' },
      { ...ours, form: 'tool' },
    ] as const)
      await warmUp(ground, asked, options, side);
    for (let round = 0; round < rounds; round += 1) {
      say(`whole path, turn ${String(round + 1)} of ${String(rounds)} …`);
      const run = (key: keyof typeof turns, each: Omit<Run, 'seconds'>): Promise<void> =>
        runWrk(ground, asked, options, { seconds, ...each }).then((line) => void turns[key]?.push(line));
      const pages = turnOf(asked.fresh, round, rounds);
      const pagesForTool = turnOf(asked.freshForTool, round, rounds);
      const again = [asked.repeated];
      await run('plain', { ...plain, watched: watchedPlain, name: 'Express + pg, each page once', pages });
      await run('plainAgain', {
        ...plain,
        watched: watchedPlain,
        name: 'Express + pg, the same page again',
        pages: again,
      });
      await run('fresh', { ...ours, form: 'rest', name: 'GET, each page once', pages, isNew: true });
      await run('tool', {
        ...ours,
        form: 'tool',
        name: 'tools/call, each page once',
        pages: pagesForTool,
        isNew: true,
      });
      await run('again', { ...ours, form: 'rest', name: 'GET, the same page again', pages: again });
    }
    const [one, oneAgain, fresh, again, tool] = ['plain', 'plainAgain', 'fresh', 'again', 'tool'].map((key) =>
      medianOf(turns[key] ?? []),
    ) as [Measurement, Measurement, Measurement, Measurement, Measurement];
    const half = await halfLoad(ground, asked, options, { plain: reference.baseUrl, watchedPlain, fresh });
    return {
      fresh,
      lines: [one, oneAgain, fresh, again, tool, ...half.lines],
      targets: [
        judge('pageFresh', fresh.throughput / one.throughput, fresh.void ?? one.void),
        judge('pageRepeated', again.throughput / oneAgain.throughput, again.void ?? oneAgain.void),
        ...half.targets,
        judge('tool', fresh.throughput / tool.throughput, fresh.void ?? tool.void),
      ],
    };
  } finally {
    reference.process.kill();
  }
}

/** Returns the pages of one of several turns: the same number for each. */
function turnOf(pages: readonly Page[], turn: number, turns: number): readonly Page[] {
  const each = Math.floor(pages.length / turns);
  return pages.slice(turn * each, (turn + 1) * each);
}

/** Warms up on pages that are never measured. */
async function warmUp(
  ground: Ground,
  asked: RequestSet,
  options: Options,
  side: Pick<Run, 'baseUrl' | 'form' | 'watched'>,
): Promise<void> {
  const seconds = Math.min(2 * options.seconds, WARM_UP_SECONDS);
  await runWrk(ground, asked, options, {
    ...side,
    name: 'warm-up',
    pages: asked.warmUp,
    seconds,
    check: () => 0,
  });
}

/** Measures both sides at half of the throughput of the whole path. */
async function halfLoad(
  ground: Ground,
  asked: RequestSet,
  options: Options,
  of: { readonly plain: string; readonly watchedPlain: WatchedProcesses; readonly fresh: Measurement },
): Promise<{ lines: Measurement[]; targets: JudgedTarget[] }> {
  const { bed, baseUrl } = ground;
  const { seconds } = options;
  const rate = Math.max(1, Math.floor(of.fresh.throughput * HALF));
  const name = `at ${String(rate)} a second`;
  options.say(`${name} …`);
  const plainRun = { baseUrl: of.plain, form: 'reference', watched: of.watchedPlain } as const;
  const plain = await runAtRate(ground, asked, rate, {
    ...plainRun,
    name: `Express + pg ${name}`,
    pages: asked.fresh,
    seconds,
  });
  const ours = await runAtRate(ground, asked, rate, {
    baseUrl,
    form: 'rest',
    name: `GET ${name}`,
    pages: asked.fresh,
    seconds,
    watched: both(bed),
    isNew: true,
  });
  return { lines: [plain, ours], targets: [judge('pageP99', ours.p99 / plain.p99, ours.void ?? plain.void)] };
}

export async function soakPath(
  ground: Ground,
  asked: RequestSet,
  options: Options,
  throughput: number,
): Promise<{ lines: Measurement[]; targets: JudgedTarget[] }> {
  if (options.soak === 0) return { lines: [], targets: [] };
  options.say(`steady load for ${String(options.soak)} s …`);
  const rate = Math.max(1, Math.floor(throughput * HALF));
  const pids = both(ground.bed).service ?? [];
  const { result, growth } = await soak(pids, () =>
    runAtRate(ground, asked, rate, {
      name: `steady load at ${String(rate)} a second`,
      baseUrl: ground.baseUrl,
      form: 'rest',
      pages: asked.fresh,
      seconds: options.soak,
      watched: both(ground.bed),
      isNew: true,
    }),
  );
  return { lines: [result], targets: [judge('gatewayMemory', growth, result.void)] };
}

export async function profilePath(
  ground: Ground,
  asked: RequestSet,
  options: Options,
): Promise<ProfileRow[]> {
  options.say('profile …');
  const run = { name: 'profiled', baseUrl: ground.baseUrl, form: 'rest', pages: asked.fresh } as const;
  const [rows] = await Promise.all([
    profile(ground.bed.served('gateway'), options.seconds),
    runWrk(ground, asked, options, { ...run, seconds: options.seconds + 1, watched: { service: [] } }),
  ]);
  return rows;
}

async function startReference(databaseUrl: string): Promise<{ process: ChildProcess; baseUrl: string }> {
  const main = fileURLToPath(new URL('../reference/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return { process: child, baseUrl: `http://127.0.0.1:${chunk.toString().trim()}` };
}
