/** Part of `load:gateway`: HTML pages of figures beside the operations of the API that they read, one request at a time. */
import type { Ground } from '../bed/ground.ts';
import { cookiesFor, YEAR } from '../bed/users.ts';
import { prepareProgram } from '../drivers/driver.ts';
import type { TimedRequest } from '../drivers/http.ts';
import { atRate } from '../drivers/open-loop.ts';
import { type Measurement, measure, medianOf } from '../measure.ts';
import type { Options } from '../options.ts';
import { judge, type JudgedTarget } from '../targets.ts';
import { type RequestSet, both } from './gateway-runs.ts';

const IN_YEAR = `year=${String(YEAR)}`;

/** A page, the paths of the API that it reads, and how often a second both are asked for. */
interface PageOfFigures {
  readonly page: string;
  readonly operations: readonly string[];
  readonly aSecond?: number;
}

/** Slow enough that a request seldom waits for the one before. */
const A_SECOND = 15;
/** A gateway makes few reports at once. */
const REPORTS_A_SECOND = 1;

/** Each page of figures that shows a whole screen of rows or sums. */
const PAGES: readonly PageOfFigures[] = [
  {
    page: `/overview/${String(YEAR)}`,
    operations: [
      `/years/${String(YEAR)}/summary`,
      `/years/${String(YEAR)}/contributions?figure=income&size=200`,
      // How many assets have no price at the end of 2025, while the page says so.
      '/photo?size=1',
    ],
  },
  { page: '/years', operations: ['/summary', `/years/${String(YEAR)}/summary`] },
  { page: '/inbox', operations: ['/issues?size=20'] },
  {
    page: `/transactions?${IN_YEAR}`,
    operations: ['/years', '/accounts', `/transactions?${IN_YEAR}`],
  },
  { page: '/portfolio', operations: ['/portfolio?lots=false'] },
  {
    page: `/overview/${String(YEAR)}/steps`,
    operations: [`/years/${String(YEAR)}/summary`, '/accounts', '/photo?size=1'],
  },
  { page: '/photo', operations: ['/photo'] },
  {
    page: `/overview/${String(YEAR)}/report`,
    operations: [`/years/${String(YEAR)}/report?format=html`],
    aSecond: REPORTS_A_SECOND,
  },
];

/** Times each page and its operations in turns; each request is the first of its user, so that no response is a cached one. */
export async function pagesOfFigures(
  ground: Ground,
  asked: RequestSet,
  options: Options,
): Promise<{ lines: Measurement[]; targets: JudgedTarget[] }> {
  const users = [...new Set(asked.fresh.map(({ userId }) => userId))];
  await ground.bed.owner.query("UPDATE identity.users SET betas = '{portfolio}' WHERE user_id = ANY ($1)", [
    users,
  ]);
  const cookies = await cookiesFor(ground.bed.owner, users);
  const lines: Measurement[] = [];
  const ratios: number[] = [];
  for (const { page, operations, aSecond = A_SECOND } of PAGES) {
    options.say(`page ${page} …`);
    const readPage = users.map((_, index) => ({ token: null, path: page, cookie: cookies[index] ?? '' }));
    const runs = [
      { name: `page ${page}`, requests: readPage },
      ...operations.map((path) => ({
        name: `GET ${path}, beside the page`,
        requests: users.map((userId) => ({
          token: asked.tokensOf.get(userId)?.at(-1) ?? '',
          path: `/api/v1${path}`,
        })),
      })),
    ];
    const turns: Measurement[][] = runs.map(() => []);
    for (let round = 0; round < options.rounds; round += 1)
      for (const [index, run] of runs.entries())
        turns[index]?.push(await timed(ground, options, { ...run, aSecond }, round));
    const [ofPage, ...ofOperations] = turns.map(medianOf) as [Measurement, ...Measurement[]];
    lines.push(ofPage, ...ofOperations);
    ratios.push(ofPage.p50 / ofOperations.reduce((sum, { p50 }) => sum + p50, 0));
  }
  const reason = lines.find((line) => line.void !== null)?.void ?? null;
  return { lines, targets: [judge('pages', Math.max(...ratios), reason)] };
}

interface PageRun {
  readonly name: string;
  readonly requests: readonly TimedRequest[];
  readonly aSecond: number;
}

async function timed(
  { baseUrl, bed }: Ground,
  { seconds }: Options,
  { name, requests, aSecond }: PageRun,
  round: number,
): Promise<Measurement> {
  const first = (round * aSecond * seconds) % requests.length;
  const turned = [...requests.slice(first), ...requests.slice(0, first)];
  const input = { baseUrl, ...atRate(aSecond, seconds, turned) };
  const start = await prepareProgram('drivers/http.ts', input, null);
  await bed.owner.query('TRUNCATE identity.request_counts');
  return measure({ name }, both(bed), start);
}
