/** A load test of a running installation, as the users of a file: over REST, or of one service over gRPC. */
import { readCertificates, TlsFault, type TlsFiles } from '@ctx/platform/tls-files';
import { findSigningKey } from '../../../deploy/ctx/connect.ts';
import { CommandRejection } from '../../../deploy/ctx/output.ts';
import { SettingsFault } from '../../command-line.ts';
import { YEAR } from '../bed/users.ts';
import {
  type DriverResult,
  type OperationResult,
  prepareProgram,
  type StartDriver,
} from '../drivers/driver.ts';
import { arrivalTimes, type OpenLoop, type Stage } from '../drivers/open-loop.ts';
import { type Measurement, measure } from '../measure.ts';
import { ROWS } from '../pages.ts';
import type { Report } from '../report.ts';
import type { Suite } from '../targets.ts';
import { judgeThreshold } from '../thresholds.ts';
import { ARRIVALS, type MakeArrival, type PreparedUser } from './arrivals.ts';
import { CALLS, SCOPES } from './calls.ts';
import type { Installation, LoadUser } from './options.ts';

const REACH_MS_MAX = 10_000;
const AT_ONCE = 8;
/** More arrivals than this take turns, so that the driver's input stays small. */
const ARRIVALS_MAX = 50_000;
/** The share of its core above which the load generator delays requests itself. */
const DRIVER_CPU_MAX = 0.8;
const FIRST: readonly Stage[] = [{ seconds: 1, from: 1, to: 1 }];

/** Prepares the driver with the arrivals of some stages. */
type Prepare = (stages: readonly Stage[]) => Promise<StartDriver>;

/** Tests one service of an installation. Throws a SettingsFault, with one sentence that says what to do, if it cannot be tested. */
export async function loadInstallation(
  suite: Suite,
  installation: Installation,
  say: (line: string) => void,
): Promise<Report> {
  const { target, stages, grpc } = installation;
  const where = grpc === null ? `${target} over REST` : `${grpc} over gRPC`;
  const advice =
    grpc === null
      ? 'repeat the test when the installation serves it'
      : `check that this is the address of the ${suite} service, and ${keyOf(suite)}`;
  const arrivals = [...arrivalTimes(stages)].length;
  say(`${suite}: reading which transactions the users of ${installation.file} have …`);
  const users = await preparedUsers(suite, installation, arrivals);
  const prepare = grpc === null ? overRest(suite, target, users) : overGrpc(suite, grpc, users);
  await tryOnce(await prepare(FIRST), where, advice);
  const seconds = stages.reduce((sum, stage) => sum + stage.seconds, 0);
  say(`${suite}: ${String(arrivals)} arrivals in ${String(seconds)} s at ${where} …`);
  return measured(suite, installation, await prepare(stages));
}

async function measured(suite: Suite, { thresholds }: Installation, start: StartDriver): Promise<Report> {
  const results: DriverResult[] = [];
  const line = await measure({ name: suite, unit: 'operations' }, { service: [] }, start, (each) => {
    results.push(each);
    return 0;
  });
  const [driven] = results;
  if (driven === undefined) throw new Error('the driver had no results');
  const main = { ...line, void: reasonToVoid(driven, line.cpu.driver ?? 0) };
  const { operations = [], course = [] } = driven;
  const lines = operations.length === 1 ? [] : operations.map((each) => lineOf(suite, each, line));
  return {
    suite,
    main,
    lines: [main, ...lines],
    targets: thresholds.map((threshold) => judgeThreshold(suite, threshold, driven)),
    figures: {},
    profile: null,
    course,
  };
}

function reasonToVoid({ requests }: DriverResult, cpu: number): string | null {
  if (requests === 0) return 'nothing was answered';
  if (cpu <= DRIVER_CPU_MAX) return null;
  return `the load generator used ${(cpu * 100).toFixed(0)} % of its core: lower the rate, or use several machines`;
}

function lineOf(suite: Suite, operation: OperationResult, line: Measurement): Measurement {
  const { name, requests, seconds, p50, p95, p99, p999, errors, reasons } = operation;
  const cpu = { service: null, driver: null, database: null, others: null };
  const figures = { throughput: requests / seconds, p50, p95, p99, p999, errors, reasons };
  return { ...line, name: `${suite}: ${name}`, ...figures, void: null, cpu };
}

/** Returns arrivals in which the users take turns. */
function turnsOf<Request>(
  users: readonly PreparedUser[],
  stages: readonly Stage[],
  make: MakeArrival<Request>,
): OpenLoop<Request> {
  const count = Math.min(ARRIVALS_MAX, [...arrivalTimes(stages)].length);
  const arrivals = Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / users.length);
    // Operations change from user to user and, for each user, from round to round.
    return make(users[index % users.length] as PreparedUser, round, index + round);
  });
  return { stages, arrivals };
}

function overRest(suite: Suite, baseUrl: string, users: readonly PreparedUser[]): Prepare {
  return (stages) =>
    prepareProgram('drivers/http.ts', { baseUrl, ...turnsOf(users, stages, ARRIVALS[suite]) }, null);
}

function overGrpc(suite: Suite, address: string, users: readonly PreparedUser[]): Prepare {
  const scope = SCOPES[suite];
  const tls = tlsOf(process.env);
  try {
    findSigningKey(process.env, scope);
  } catch (error) {
    if (!(error instanceof CommandRejection)) throw error;
    throw new SettingsFault(`set ${keyOf(suite)} to the key that signs the calls (${error.message})`);
  }
  return async (stages) => {
    const input = { address, scope, tls, ...turnsOf(users, stages, CALLS[suite]) };
    try {
      return await prepareProgram('drivers/grpc.ts', input, null);
    } catch {
      throw new SettingsFault(
        `nothing responds at ${address}${tls === null ? ' without TLS' : ''}: ` +
          `--grpc must be the address of the ${suite} service, HOST:PORT`,
      );
    }
  };
}

/** Returns the setting with the key that signs the calls to a service. */
function keyOf(suite: Suite): string {
  return SCOPES[suite] === 'operator' ? 'OPERATOR_KEY' : 'CALLER_KEY';
}

const TLS_NAMES = ['TLS_CA_FILE', 'TLS_CERT_FILE', 'TLS_KEY_FILE'] as const;

/** Returns the certificates that the environment names, as `ctx` does. */
function tlsOf(environment: NodeJS.ProcessEnv): TlsFiles | null {
  const [ca = '', certificate = '', key = ''] = TLS_NAMES.map((name) => environment[name]);
  const missing = TLS_NAMES.filter((name) => (environment[name] ?? '') === '');
  if (missing.length === TLS_NAMES.length) return null;
  if (missing.length > 0) throw new SettingsFault(`set ${missing.join(' and ')} too`);
  try {
    readCertificates({ ca, certificate, key });
    return { ca, certificate, key };
  } catch (error) {
    throw error instanceof TlsFault ? new SettingsFault(error.message) : error;
  }
}

/** One arrival before the load. An installation that rejects it would reject all. */
async function tryOnce(start: StartDriver, where: string, advice: string): Promise<void> {
  const { reasons } = await (await start()).result;
  const [reason] = Object.keys(reasons);
  if (reason !== undefined)
    throw new SettingsFault(`${where}: the first request failed (${reason}): ${advice}`);
}

/** Returns as many users as there are arrivals, with their pages and transactions. */
async function preparedUsers(
  suite: Suite,
  { target, file, users, grpc }: Installation,
  arrivals: number,
): Promise<PreparedUser[]> {
  const needsWrite = grpc === null && (suite === 'corrections' || suite === 'recalc');
  const [first] = users;
  if (first !== undefined) await checkTarget(target, file, first, needsWrite);
  const chosen = users.slice(0, arrivals);
  const prepared: PreparedUser[] = [];
  const left = chosen.entries();
  const worker = async (): Promise<void> => {
    for (const [index, user] of left) prepared[index] = await preparedUser(target, file, user);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return prepared;
}

/** Throws a SettingsFault unless the target is a gateway that accepts the tokens. */
async function checkTarget(target: string, file: string, user: LoadUser, needsWrite: boolean): Promise<void> {
  const response = await get(`${target}/api/v1/me`, user.token);
  if (response.status === 401)
    throw new SettingsFault(
      `${target} does not accept the tokens of ${file}: run "ctx load prepare" at that installation`,
    );
  const { scopes } = (await bodyOf(response)) as { readonly scopes?: readonly string[] };
  if (scopes === undefined)
    throw new SettingsFault(
      `${target} is not a gateway of this service (HTTP ${String(response.status)}): name another --target`,
    );
  if (needsWrite && !scopes.includes('write'))
    throw new SettingsFault(
      `the tokens of ${file} may only read: run "ctx load prepare --scope write" for a test that corrects`,
    );
}

async function preparedUser(
  target: string,
  file: string,
  { userId, token }: LoadUser,
): Promise<PreparedUser> {
  const url = `${target}/api/v1/transactions?year=${String(YEAR)}&size=${String(ROWS)}`;
  const response = await get(url, token);
  const { transactions = [], totalPages = 0 } = (await bodyOf(response)) as {
    readonly transactions?: readonly { readonly id: string }[];
    readonly totalPages?: number;
  };
  if (transactions.length === 0)
    throw new SettingsFault(
      `user ${String(userId)} of ${file} has no transactions of ${String(YEAR)} (HTTP ${String(response.status)}): run "ctx load prepare" again`,
    );
  return { userId, token, pages: totalPages, events: transactions.map(({ id }) => id) };
}

async function get(url: string, token: string): Promise<Response> {
  const signal = AbortSignal.timeout(REACH_MS_MAX);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(url, { headers, signal }).catch(() => null);
  if (response?.status === 429)
    throw new SettingsFault(
      'a token has no request left in this minute: wait a minute, then repeat the test',
    );
  if (response !== null) return response;
  throw new SettingsFault(
    `nothing responds at ${new URL(url).origin}: start the system there, or name another --target`,
  );
}

async function bodyOf(response: Response): Promise<object> {
  try {
    return (await response.json()) as object;
  } catch {
    return {};
  }
}
