/** `load:gateway`: the page of transactions through the whole path beside one plain program, then the gateway by itself. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../deploy/stack/ports.ts';
import { type Bed, OF_THE_OTHERS, OF_THE_SERVICE } from '../bed/bed.ts';
import { type Ground, ownGround, PAGES_OF_SMALL } from '../bed/ground.ts';
import { pin } from '../bed/processes.ts';
import { groundAt } from '../bed/remote.ts';
import { YEAR } from '../bed/users.ts';
import { prepareProgram } from '../drivers/driver.ts';
import { type HttpRequest, wrk } from '../drivers/wrk.ts';
import { type Check, type Measured, measure, medianOf, type Watched } from '../measure.ts';
import type { Options } from '../options.ts';
import {
  askAgain,
  countWrong,
  idsInText,
  type Page,
  pagesOf,
  referenceRequest,
  restRequest,
  ROWS,
  TOOL_HEADERS,
  toolRequest,
} from '../pages.ts';
import { profile, type ProfileRow } from '../bed/profile.ts';
import type { Report } from '../report.ts';
import { soak } from '../soak.ts';
import { judge, type Judged } from '../targets.ts';
import { callUnary, callerMetadata, createGrpcClient } from '@ctx/common/platform/grpc-client';
import { ReadServiceClient, TransactionsResponse } from '@ctx/proto/gen/ctx/v1/read';

export const HELP = `npm run load:gateway [-- options]

GET /api/v1/transactions (50 rows) through gateway and read service, with authentication, limits and row security, beside
one Express + pg program that answers the same page with none of these, in turns on the same cores: each page once, and the
same page again; the same page as a tool; latency at half of the load, at a fixed rate of arrivals. Then the gateway by
itself, over a read service that answers at once, and its admission of tokens beside a bare statement of one row.
`;

/** Pages that are asked once each: as many as a fast machine answers in one turn. */
const USERS = 1200;
const USERS_ELSEWHERE = 20;
/** To warm up on, never measured. */
const WARM_UP_USERS = 20;
/** 120 requests a minute each: enough for the same page again and again. */
const TOKENS = 4000;
const TOKENS_ELSEWHERE = 400;
/** Of all users whose pages are read once; each asks with several, should a turn come to its pages again. */
const TOKENS_OF_ALL = 2500;
const TOKENS_OF_ONE_ELSEWHERE = 20;
const WARM_UP_SECONDS = 3;
const HALF = 0.5;

/** What is asked for, in each of its forms. */
export interface Asked {
  readonly fresh: readonly Page[];
  /** Pages of other users than those: neither warms the other up. */
  readonly freshForTool: readonly Page[];
  readonly warmUp: readonly Page[];
  readonly repeated: Page;
  readonly tokensOf: ReadonlyMap<number, readonly string[]>;
  readonly tokens: readonly string[];
}

/** Runs the test; throws where nothing could be measured. */
export async function run(options: Options): Promise<Report> {
  const ground =
    options.target === null ? await ownGround(options.profile) : await groundAt(options.target, process.env);
  try {
    options.say('making users …');
    const asked = await prepare(ground, options);
    return ground.bed === null
      ? await measureElsewhere(ground, asked, options)
      : await measureOwn({ ...ground, bed: ground.bed }, asked, options);
  } finally {
    await ground.remove();
  }
}

/** Users, their pages and tokens. */
export async function prepare(ground: Ground, { users: wanted }: Pick<Options, 'users'>): Promise<Asked> {
  const isOwn = ground.bed !== null;
  const count = wanted === 0 ? (isOwn ? USERS : USERS_ELSEWHERE) : wanted;
  const half = Math.ceil(count / 2);
  const users = await ground.smallUsers(count + (isOwn ? Math.min(WARM_UP_USERS, count) : 1) + 1);
  const [last = 0, ...others] = users;
  const each = Math.ceil(TOKENS_OF_ALL / users.length);
  const tokens = await ground.tokens(users, isOwn ? each : TOKENS_OF_ONE_ELSEWHERE);
  const repeatedTokens = await ground.tokens([last], isOwn ? TOKENS : TOKENS_ELSEWHERE);
  return {
    fresh: pagesOf(others.slice(0, half), PAGES_OF_SMALL),
    freshForTool: pagesOf(others.slice(half, count), PAGES_OF_SMALL),
    warmUp: pagesOf(others.slice(count), PAGES_OF_SMALL),
    repeated: { userId: last, page: 0, size: ROWS },
    tokensOf: Map.groupBy(
      tokens,
      (_, index) => users[Math.floor((index * users.length) / tokens.length)] ?? 0,
    ),
    tokens: repeatedTokens,
  };
}

export type Form = 'rest' | 'tool' | 'reference';

/** The requests of pages in a form, pass after pass over the pages until no token is left. */
function requestsOf(asked: Asked, pages: readonly Page[], form: Form): HttpRequest[] {
  const isRepeated = pages.length === 1;
  const tokensOf = (page: Page): readonly string[] =>
    isRepeated ? asked.tokens : (asked.tokensOf.get(page.userId) ?? []);
  const passes = Math.min(...pages.map((page) => tokensOf(page).length));
  return Array.from({ length: passes }, (_, pass) =>
    pages.map((page) => {
      if (form === 'reference') return referenceRequest(page);
      const token = tokensOf(page)[pass] ?? '';
      return form === 'tool' ? toolRequest(page, token) : restRequest(page, token);
    }),
  ).flat();
}

export interface Run {
  readonly name: string;
  readonly baseUrl: string;
  readonly form: Form;
  readonly pages: readonly Page[];
  readonly seconds: number;
  readonly watched: Watched;
  readonly cores?: readonly number[] | null;
  /** Instead of the rows of the table: what the stub answers. */
  readonly check?: Check;
}

/** Pages in a form by wrk; a sample of them is asked for again and looked at. */
export async function runWrk(ground: Ground, asked: Asked, options: Options, run: Run): Promise<Measured> {
  const requests = requestsOf(asked, run.pages, run.form);
  const headers = run.form === 'tool' ? { headers: TOOL_HEADERS } : {};
  const { baseUrl, seconds, cores = null } = run;
  const load = { baseUrl, requests, ...headers, clients: options.clients, seconds, cores, file: ground.file };
  const start = await wrk(load);
  const check: Check = async () => {
    const kept = await askAgain(run.baseUrl, requests, headers.headers);
    return countWrong(ground.bed?.owner ?? null, run.pages, kept, idsInText);
  };
  // Every run has whole minutes before it: what is measured is no refusal.
  await ground.bed?.owner.query('TRUNCATE identity.request_counts');
  return measure({ name: run.name }, run.watched, start, run.check ?? check);
}

async function runAtRate(ground: Ground, asked: Asked, rate: number, run: Run): Promise<Measured> {
  const requests = requestsOf(asked, run.pages, run.form);
  const input = { baseUrl: run.baseUrl, requests, seconds: run.seconds, rate };
  const start = await prepareProgram('drivers/fixed-rate.ts', input, null);
  await ground.bed?.owner.query('TRUNCATE identity.request_counts');
  return measure({ name: run.name }, run.watched, start, ({ kept = [] }) =>
    countWrong(ground.bed?.owner ?? null, run.pages, kept, idsInText),
  );
}

async function measureElsewhere(ground: Ground, asked: Asked, options: Options): Promise<Report> {
  const common = { baseUrl: ground.baseUrl, seconds: options.seconds, watched: { service: [] } };
  const of = (name: string, form: Form, pages: readonly Page[]): Promise<Measured> =>
    runWrk(ground, asked, options, { ...common, name, form, pages });
  const fresh = await of('GET, each page once', 'rest', asked.fresh);
  const repeated = await of('GET, the same page again', 'rest', [asked.repeated]);
  const tool = await of('tools/call, each page once', 'tool', asked.freshForTool);
  const rate = Math.max(1, Math.floor(fresh.throughput * HALF));
  const half = await runAtRate(ground, asked, rate, {
    ...common,
    name: `GET at ${String(rate)} a second`,
    form: 'rest',
    pages: asked.fresh,
  });
  const targets = [judge('tool', fresh.throughput / tool.throughput, tool.void)];
  return {
    suite: 'gateway',
    main: fresh,
    lines: [fresh, repeated, tool, half],
    targets,
    figures: {},
    profile: null,
  };
}

type OwnGround = Ground & { readonly bed: Bed };

async function measureOwn(ground: OwnGround, asked: Asked, options: Options): Promise<Report> {
  const { bed } = ground;
  await bed.served('recalc').stop();
  await bed.served('corrections').stop();
  const path = await wholePath(ground, asked, options);
  const memory = await soakPath(ground, asked, options, path.fresh.throughput);
  const profiled = options.profile ? await profilePath(ground, asked, options) : null;
  const alone = await gatewayAlone(ground, asked, options);
  const admission = await admissionAlone(bed, asked, options);
  return {
    suite: 'gateway',
    main: path.fresh,
    lines: [...path.lines, ...alone, ...admission.lines, ...memory.lines],
    targets: [...path.targets, ...admission.targets, ...memory.targets],
    figures: {},
    profile: profiled,
  };
}

/** The processes of the whole path. */
export const both = (bed: Bed): Watched => ({
  service: [bed.served('gateway').pid, bed.served('read').pid],
  database: bed.databasePid,
});

/** New processes know no page yet; a reader of other pages makes them fast again. */
async function startAfresh(ground: OwnGround, asked: Asked, options: Options): Promise<void> {
  const { bed, baseUrl } = ground;
  for (const name of ['gateway', 'read'] as const) {
    await bed.served(name).stop();
    await bed.serve(name);
  }
  for (const form of ['rest', 'tool'] as const) {
    const seconds = Math.min(options.seconds, WARM_UP_SECONDS);
    const run = { name: 'warm-up', baseUrl, form, pages: asked.warmUp, seconds, watched: { service: [] } };
    await runWrk(ground, asked, options, { ...run, check: () => 0 });
  }
}

async function wholePath(
  ground: OwnGround,
  asked: Asked,
  options: Options,
): Promise<{ fresh: Measured; lines: Measured[]; targets: Judged[] }> {
  const { bed, baseUrl } = ground;
  const { seconds, say } = options;
  const reference = await startReference(bed.ownerUrl);
  const plain = { baseUrl: reference.baseUrl, form: 'reference', seconds } as const;
  const watchedPlain = { service: [reference.process.pid ?? 0], database: bed.databasePid };
  const turns = { plain: [], plainAgain: [], fresh: [], again: [], tool: [] } as Record<string, Measured[]>;
  try {
    for (let round = 0; round < options.rounds; round += 1) {
      say(`whole path, turn ${String(round + 1)} of ${String(options.rounds)} …`);
      const run = (key: keyof typeof turns, each: Omit<Run, 'seconds'>): Promise<void> =>
        runWrk(ground, asked, options, { seconds, ...each }).then((line) => void turns[key]?.push(line));
      await run('plain', {
        ...plain,
        name: 'Express + pg, each page once',
        pages: asked.fresh,
        watched: watchedPlain,
      });
      await run('plainAgain', {
        ...plain,
        name: 'Express + pg, the same page again',
        pages: [asked.repeated],
        watched: watchedPlain,
      });
      await startAfresh(ground, asked, options);
      const ours = { baseUrl, watched: both(bed) };
      await run('fresh', { ...ours, form: 'rest', name: 'GET, each page once', pages: asked.fresh });
      await run('tool', {
        ...ours,
        form: 'tool',
        name: 'tools/call, each page once',
        pages: asked.freshForTool,
      });
      await run('again', {
        ...ours,
        form: 'rest',
        name: 'GET, the same page again',
        pages: [asked.repeated],
      });
    }
    const [one, oneAgain, fresh, again, tool] = ['plain', 'plainAgain', 'fresh', 'again', 'tool'].map((key) =>
      medianOf(turns[key] ?? []),
    ) as [Measured, Measured, Measured, Measured, Measured];
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

/** Both at half of what the whole path can do. */
async function halfLoad(
  ground: OwnGround,
  asked: Asked,
  options: Options,
  of: { readonly plain: string; readonly watchedPlain: Watched; readonly fresh: Measured },
): Promise<{ lines: Measured[]; targets: Judged[] }> {
  const { bed, baseUrl } = ground;
  const { seconds } = options;
  const rate = Math.max(1, Math.floor(of.fresh.throughput * HALF));
  const name = `at ${String(rate)} a second`;
  options.say(`${name} …`);
  const plainRun = { baseUrl: of.plain, form: 'reference', watched: of.watchedPlain } as const;
  const plain = await runAtRate(ground, asked, rate, {
    ...plainRun,
    ...{ name: `Express + pg ${name}`, pages: asked.fresh, seconds },
  });
  await startAfresh(ground, asked, options);
  const ours = await runAtRate(ground, asked, rate, {
    ...{ baseUrl, form: 'rest', name: `GET ${name}`, pages: asked.fresh, seconds, watched: both(bed) },
  });
  return { lines: [plain, ours], targets: [judge('pageP99', ours.p99 / plain.p99, ours.void ?? plain.void)] };
}

async function soakPath(
  ground: OwnGround,
  asked: Asked,
  options: Options,
  throughput: number,
): Promise<{ lines: Measured[]; targets: Judged[] }> {
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
    }),
  );
  return { lines: [result], targets: [judge('gatewayMemory', growth, result.void)] };
}

async function profilePath(ground: OwnGround, asked: Asked, options: Options): Promise<ProfileRow[]> {
  options.say('profile …');
  await startAfresh(ground, asked, options);
  const { inspector } = ground.bed.served('gateway');
  const run = { name: 'profiled', baseUrl: ground.baseUrl, form: 'rest', pages: asked.fresh } as const;
  const [rows] = await Promise.all([
    profile(inspector ?? 0, options.seconds),
    runWrk(ground, asked, options, { ...run, seconds: options.seconds + 1, watched: { service: [] } }),
  ]);
  return rows;
}

/** One core for the gateway; the stub, PostgreSQL and the driver share the others. */
async function gatewayAlone(ground: OwnGround, asked: Asked, options: Options): Promise<Measured[]> {
  const { bed } = ground;
  options.say('the gateway alone …');
  const prepared = await answerOf(ground, asked.repeated);
  const stub = await startStub(prepared);
  const key = 'gateway-alone';
  try {
    await bed.serve('gateway', { key, more: { READ_ADDRESS: stub.address } });
    await bed.place([key]);
    await pin([stub.process.pid ?? 0], OF_THE_OTHERS);
    const baseUrl = bed.baseUrl(key);
    const watched = { service: [bed.served(key).pid], database: bed.databasePid };
    const common = { baseUrl, watched, pages: [asked.repeated], cores: OF_THE_OTHERS };
    const seconds = Math.min(options.seconds, WARM_UP_SECONDS);
    await runWrk(ground, asked, options, { ...common, name: 'warm-up', form: 'rest', seconds });
    const lines: Measured[] = [];
    for (const form of ['rest', 'tool'] as const) {
      const name = `gateway alone, ${form === 'rest' ? 'GET' : 'tools/call'}, stub read service`;
      lines.push(await runWrk(ground, asked, options, { ...common, name, form, seconds: options.seconds }));
    }
    return lines;
  } finally {
    stub.process.stdin?.end();
    await bed.served(key).stop();
    await bed.place(null);
  }
}

/** What the real read service answers, as it is sent. */
async function answerOf(ground: OwnGround, { userId, page, size }: Page): Promise<Buffer> {
  const client = createGrpcClient(ReadServiceClient, ground.addressOf('read'));
  try {
    const caller = { userId, scope: 'read', via: 'Load', requestId: 'load' } as const;
    const metadata = callerMetadata(caller, Buffer.from(ground.callerKey, 'base64'));
    const request = { year: YEAR, page, size, type: null, asset: null };
    const answer = await callUnary(client.listTransactions.bind(client), request, metadata, 5000);
    return Buffer.from(TransactionsResponse.encode(answer).finish());
  } finally {
    client.close();
  }
}

async function startStub(prepared: Buffer): Promise<{ process: ChildProcess; address: string }> {
  const address = `127.0.0.1:${String(await freePort())}`;
  const main = fileURLToPath(new URL('../programs/stub-read.ts', import.meta.url));
  const child = spawn(process.execPath, [main, address, prepared.toString('base64')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return { process: child, address };
}

async function admissionAlone(
  bed: Bed,
  { tokens, tokensOf }: Asked,
  { clients, seconds, rounds, say }: Options,
): Promise<{ lines: Measured[]; targets: Judged[] }> {
  say('admission alone …');
  await bed.place([]);
  const users = [...tokensOf.keys()];
  const of = async (what: 'admission' | 'one row', databaseUrl: string): Promise<Measured> => {
    const input = { clients, seconds, connections: CONNECTIONS, what, databaseUrl, tokens, users };
    const start = await prepareProgram('programs/admission.ts', input, OF_THE_SERVICE);
    const name = what === 'admission' ? 'admission alone' : 'bare statement of one row';
    return measure({ name }, { service: null, database: bed.databasePid }, start);
  };
  const turns: { bare: Measured[]; admission: Measured[] } = { bare: [], admission: [] };
  for (let round = 0; round < rounds; round += 1) {
    turns.bare.push(await of('one row', bed.ownerUrl));
    await bed.owner.query('TRUNCATE identity.request_counts');
    turns.admission.push(await of('admission', bed.urlOf('gateway')));
  }
  await bed.place(null);
  const [bare, admission] = [medianOf(turns.bare), medianOf(turns.admission)];
  const ratio = admission.throughput / bare.throughput;
  return { lines: [bare, admission], targets: [judge('admission', ratio, admission.void ?? bare.void)] };
}

const CONNECTIONS = 10;

async function startReference(databaseUrl: string): Promise<{ process: ChildProcess; baseUrl: string }> {
  const main = fileURLToPath(new URL('../reference/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return { process: child, baseUrl: `http://127.0.0.1:${chunk.toString().trim()}` };
}
