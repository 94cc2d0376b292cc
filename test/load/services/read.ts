/** `load:read`: the read service by itself over gRPC, beside a bare loop of `pg`; deep pages and large users. */
import { CALLER_METADATA, signCaller } from '@ctx/platform/caller';
import {
  GetPortfolioRequest,
  GetSummaryRequest,
  GetYearSummaryRequest,
  ListIssuesRequest,
  ReadServiceService,
} from '@ctx/proto/gen/ctx/v1/read';
import { type Bed, OF_THE_OTHERS, OF_THE_SERVICE } from '../bed/bed.ts';
import { type Ground, ownGround, PAGES_OF_SMALL, SMALL } from '../bed/ground.ts';
import { profile, type ProfileRow } from '../bed/profile.ts';
import { IN_EIGHT_YEARS, IN_ONE_YEAR, YEAR } from '../bed/users.ts';
import { countOf, prepareProgram } from '../drivers/driver.ts';
import type { GrpcCall } from '../drivers/grpc.ts';
import { h2load } from '../drivers/h2load.ts';
import { type Measurement, measure, medianOf, reasonToVoid } from '../measure.ts';
import type { Options } from '../options.ts';
import { countWrong, grpcCall, type Page, pagesOf, ROWS } from '../pages.ts';
import type { Report } from '../report.ts';
import { soak } from '../soak.ts';
import { judge, type JudgedTarget } from '../targets.ts';
import { besidePages, type CorrectedUser, correctedUser } from './explaining.ts';
import { eachSize, LIST, listing, runCalls, type Subject, watchedOf } from './read-runs.ts';

export const HELP = `npm run load:read [-- options]

Measures the read service alone over gRPC, on its own core: pages of transactions, each once; the same page again; summaries,
issues and portfolios of many users; page 1,000 compared with page 0; a page of a user with many events compared with a user
with 1,000; explanations of transactions and of gains, and pages of a history of 5,000 corrections (which the corrections service
answers), compared with a page of the same user. The reference is a plain loop of pg that reads the same rows under row security.
`;

const USERS = 800;
const CONNECTIONS = 10;
const WARM_UP_SECONDS = 10;

/** Runs the test; throws where nothing could be measured. */
export async function run(options: Options): Promise<Report> {
  const ground = await ownGround(options);
  try {
    options.say('making users …');
    const users = await ground.smallUsers(options.users || USERS);
    const large = await largeUser(ground, options);
    const { bed } = ground;
    const corrected = await correctedUser(ground, options);
    for (const name of ['recalc', 'corrections', 'gateway']) await bed.served(name).stop();
    await bed.place(['read']);
    return await measureAll({ ground, options, users }, large, corrected);
  } finally {
    await ground.remove();
  }
}

/** Its pages of one year go down to page 1,000 where it has as many events. */
function largeUser(ground: Ground, { events, say }: Options): Promise<number> {
  say(`importing ${String(events)} events …`);
  return ground.user({ events, ...(events > IN_ONE_YEAR_MAX ? IN_EIGHT_YEARS : IN_ONE_YEAR) });
}

const IN_ONE_YEAR_MAX = 500_000;

async function measureAll(subject: Subject, large: number, corrected: CorrectedUser): Promise<Report> {
  const { ground, options } = subject;
  const pages = pagesOf(subject.users, PAGES_OF_SMALL);
  const beside = await besideBareLoop(subject, pages);
  options.say('the same page again …');
  const again = await repeated(subject, pages[0] as Page);
  const others = await otherReads(subject);
  const deep = await deepAndLarge(subject, large);
  const explained = await besidePages(subject, ground.bed, { large, corrected });
  const memory = await soakRead(subject, pages);
  return {
    suite: 'read',
    main: beside.main,
    lines: [...beside.lines, again, ...others, ...deep.lines, ...explained.lines, ...memory.lines],
    targets: [...beside.targets, ...deep.targets, ...explained.targets, ...memory.targets],
    figures: {},
    profile: options.profile ? await profileRead(subject, ground.bed, pages) : null,
  };
}

/** It keeps nothing from one call to the next but what V8 has compiled: one process for all turns, warm as in service. */
async function warmUp(subject: Subject, pages: readonly Page[]): Promise<void> {
  const seconds = Math.min(2 * subject.options.seconds, WARM_UP_SECONDS);
  await runCalls(subject, { ...listing('warm-up', pages), seconds });
}

async function besideBareLoop(
  subject: Subject,
  pages: readonly Page[],
): Promise<{ main: Measurement; lines: Measurement[]; targets: JudgedTarget[] }> {
  const { options, ground } = subject;
  const fresh: Measurement[] = [];
  const bare: Measurement[] = [];
  await warmUp(subject, pages);
  for (let round = 0; round < options.rounds; round += 1) {
    options.say(`pages, turn ${String(round + 1)} of ${String(options.rounds)} …`);
    bare.push(await bareLoop(ground.bed, options, pages));
    fresh.push(await runCalls(subject, listing('ListTransactions, each page once', pages)));
  }
  const main = medianOf(fresh);
  const one = medianOf(bare);
  const ratio = main.throughput / one.throughput;
  return { main, lines: [one, main], targets: [judge('readAlone', ratio, main.void ?? one.void)] };
}

async function bareLoop(bed: Bed, options: Options, pages: readonly Page[]): Promise<Measurement> {
  const { clients, seconds } = options;
  const ofYear = pages.map((page) => ({ ...page, year: YEAR }));
  const input = { clients, seconds, connections: CONNECTIONS, databaseUrl: bed.urlOf('read'), pages: ofYear };
  const start = await prepareProgram('programs/bare-read.ts', input, OF_THE_SERVICE);
  const check = ({ kept = [] }: { readonly kept?: Parameters<typeof countWrong>[2] }): Promise<number> =>
    countWrong(bed.owner, pages, kept, (body) => JSON.parse(body) as string[]);
  const named = { name: 'bare loop of pg, each page once', unit: 'calls' };
  return measure(named, { service: null, database: bed.databasePid }, start, check);
}

/** Signed for half a minute, which verifiers stretch by two: long enough for one run, not for a steady load. */
async function repeated(subject: Subject, page: Page): Promise<Measurement> {
  const { ground, options } = subject;
  const { clients, seconds } = options;
  const { userId, message } = grpcCall(page);
  const caller = { userId, scope: 'read', via: 'Load', requestId: 'load' } as const;
  const signed = signCaller(caller, LIST, Buffer.from(ground.callerKey, 'base64'), Date.now());
  const start = await h2load({
    address: ground.addressOf('read'),
    path: LIST,
    message: Buffer.from(message, 'base64'),
    metadata: { [CALLER_METADATA]: signed },
    clients,
    seconds,
    file: ground.file,
    cores: OF_THE_OTHERS,
  });
  const line = await measure(
    { name: 'ListTransactions, the same page again (h2load)', unit: 'calls' },
    watchedOf(ground),
    start,
  );
  // It sees HTTP statuses alone: a client that reads answers looks at the same page.
  const looked = await runCalls(subject, { ...listing('', [page]), clients: 1, count: 1 });
  const failed = countOf({ ...line.reasons, ...looked.reasons });
  // One call is no load: of it counts only whether it is right.
  const reason = reasonToVoid({ requests: 1, ...failed }, looked.wrong, { service: null, driver: null });
  return { ...line, ...failed, wrong: looked.wrong, void: line.void ?? reason };
}

function callOf(userId: number, message: Uint8Array): GrpcCall {
  return { userId, message: Buffer.from(message).toString('base64') };
}

const { getSummary, getYearSummary, listIssues, getPortfolio } = ReadServiceService;
/** Reads other than pages of transactions: name, path and request, which is the same for every user. */
export const OTHER_READS = [
  ['GetSummary', getSummary.path, GetSummaryRequest.encode({}).finish()],
  ['GetYearSummary', getYearSummary.path, GetYearSummaryRequest.encode({ year: YEAR }).finish()],
  ['ListIssues', listIssues.path, ListIssuesRequest.encode({}).finish()],
  ['GetPortfolio', getPortfolio.path, GetPortfolioRequest.encode({}).finish()],
] as const;

async function otherReads(subject: Subject): Promise<Measurement[]> {
  const lines: Measurement[] = [];
  for (const [name, path, message] of OTHER_READS) {
    subject.options.say(`${name} …`);
    const calls = subject.users.map((userId) => callOf(userId, message));
    lines.push(await runCalls(subject, { name: `${name}, users in turn`, path, calls }));
  }
  return lines;
}

const DEEP = 1000;

async function deepAndLarge(
  subject: Subject,
  large: number,
): Promise<{ lines: Measurement[]; targets: JudgedTarget[] }> {
  const { events, say } = subject.options;
  say('deep pages and large users …');
  // Leap years have a few more.
  const inYear = events > IN_ONE_YEAR_MAX ? (events / IN_EIGHT_YEARS.years) * 0.99 : events;
  const spare = PAGES_OF_SMALL * ROWS;
  const deepRow = Math.max(0, Math.min(DEEP * ROWS, Math.floor(inYear) - 2 * spare));
  const [small = 0] = subject.users;
  const named = `user of ${events.toLocaleString('en')} events`;
  const runs = [
    ['user of 1,000 events, first pages, one client', eachSize(small, 0, SMALL.events)],
    [`${named}, first pages, one client`, eachSize(large, 0, inYear)],
    [
      `${named}, pages from row ${deepRow.toLocaleString('en')}, one client`,
      eachSize(large, deepRow, inYear),
    ],
  ] as const;
  const turns: Measurement[][] = runs.map(() => []);
  const seconds = subject.options.seconds * 4;
  for (let round = 0; round < subject.options.rounds; round += 1) {
    for (const [index, [name, pages]] of runs.entries()) {
      const calls = { ...listing(name, pages), clients: 1, count: pages.length, seconds };
      turns[index]?.push(await runCalls(subject, calls));
    }
  }
  const [smallPage, largePage, deepPage] = turns.map(medianOf) as [Measurement, Measurement, Measurement];
  const isDeep = deepRow === DEEP * ROWS;
  const isLarge = events >= 1_000_000;
  return {
    lines: [smallPage, largePage, deepPage],
    targets: [
      judge('deepPage', deepPage.p50 / largePage.p50, isDeep ? deepPage.void : 'fewer rows than that'),
      judge(
        'largeUser',
        largePage.p50 / smallPage.p50,
        isLarge ? largePage.void : `${events.toLocaleString('en')} events`,
      ),
    ],
  };
}

async function soakRead(
  subject: Subject,
  pages: readonly Page[],
): Promise<{ lines: Measurement[]; targets: JudgedTarget[] }> {
  const { soak: seconds, say } = subject.options;
  if (seconds === 0) return { lines: [], targets: [] };
  say(`steady load for ${String(seconds)} s …`);
  const { result, growth } = await soak(watchedOf(subject.ground).service ?? [], () =>
    runCalls(subject, { ...listing('steady load', pages), seconds }),
  );
  return {
    lines: [result],
    targets: [judge('readMemory', growth, result.void)],
  };
}

async function profileRead(subject: Subject, bed: Bed, pages: readonly Page[]): Promise<ProfileRow[]> {
  subject.options.say('profile …');
  const { seconds } = subject.options;
  const [rows] = await Promise.all([
    profile(bed.served('read'), seconds),
    runCalls(subject, { ...listing('profiled', pages), seconds: seconds + 1 }),
  ]);
  return rows;
}
