/** Pages of transactions over REST with two databases, or two ways to one, in turns. */
import { availableParallelism, loadavg } from 'node:os';
import type { Bed } from '../../load/bed/bed.ts';
import { type HttpRequest, wrk } from '../../load/drivers/wrk.ts';
import { type Measurement, measure, medianOf } from '../../load/measure.ts';

/** The length of a turn, and how many clients read at the same time. */
export interface Turn {
  readonly seconds: number;
  readonly clients: number;
}

/** Measures pages a second of a bed whose gateway and read service have just started, so that no cache answers. */
export async function pagesASecond(
  bed: Bed,
  name: string,
  requests: readonly HttpRequest[],
  { seconds, clients }: Turn,
): Promise<Measurement> {
  const load = { baseUrl: bed.baseUrl(), clients, cores: null, file: `${bed.dataDir}/pages` };
  // The compiler of V8 is warm after a second; these pages are the last ones, which a turn does not reach.
  const warmUp = await wrk({ ...load, requests: requests.slice(-requests.length / 10), seconds: 1 });
  await (
    await warmUp()
  ).result;
  const start = await wrk({ ...load, requests, seconds });
  await bed.owner.query('TRUNCATE identity.request_counts');
  const service = ['gateway', 'read'].map((key) => bed.served(key).pid);
  return measure({ name, unit: 'pages' }, { service, database: bed.databasePid }, start);
}

/** Takes turns of the reference and of another, `rounds` times. */
export async function inTurns<Name extends string, Figure>(
  names: readonly [Name, Name],
  rounds: number,
  turn: (name: Name) => Promise<Figure>,
): Promise<Record<Name, Figure[]>> {
  const turns = Object.fromEntries(names.map((name) => [name, [] as Figure[]])) as Record<Name, Figure[]>;
  for (let round = 0; round < rounds; round += 1)
    // Every second round starts with the other one, so that neither profits from a load that grows or falls.
    for (const name of round % 2 === 0 ? names : names.toReversed()) turns[name].push(await turn(name));
  return turns;
}

/**
 * Returns the lines of a table of both and of their ratio, and whether everything was answered and at least `ratioMin` times the
 * reference's pages, the first name.
 */
export function pagesTable(
  turns: Readonly<Record<string, readonly Measurement[]>>,
  ratioMin: number,
): { readonly lines: string[]; readonly isReached: boolean } {
  const lines = [
    `${String(availableParallelism())} cores, load ${loadavg()[0]?.toFixed(1) ?? ''}`,
    '| database | pages a second, each turn | median | p50 | p99 | cores of the server | errors |',
    '|---|---|---|---|---|---|---|',
  ];
  for (const [name, each] of Object.entries(turns)) {
    const { throughput, p50, p99, cpu } = medianOf(each);
    const all = each.map((turn) => turn.throughput.toFixed(0)).join(', ');
    const errors = each.reduce((sum, turn) => sum + turn.errors, 0);
    lines.push(
      `| ${name} | ${all} | ${throughput.toFixed(0)} | ${p50.toFixed(1)} ms | ${p99.toFixed(1)} ms | ${(cpu.database ?? 0).toFixed(2)} | ${String(errors)} |`,
    );
  }
  const [reference = [], other = []] = Object.values(turns).map((each) =>
    each.map((turn) => turn.throughput),
  );
  const compared = ratioOfTurns(reference, other);
  const isReached = compared.ratio >= ratioMin;
  lines.push(`ratio ${compared.text}, at least ${String(ratioMin)}: ${isReached ? 'reached' : 'MISSED'}`);
  return {
    lines,
    isReached:
      isReached &&
      Object.values(turns)
        .flat()
        .every(({ errors }) => errors === 0),
  };
}

/** Returns the median of the ratios of the pairs of turns. Each pair is of the same minute, so it is less sensitive to what else the machine does. */
export function ratioOfTurns(
  reference: readonly number[],
  other: readonly number[],
): { readonly ratio: number; readonly text: string } {
  const ratios = reference.map((figure, round) => (other[round] ?? 0) / figure);
  const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0;
  return { ratio, text: `${ratio.toFixed(2)} (${ratios.map((one) => one.toFixed(2)).join(', ')})` };
}
