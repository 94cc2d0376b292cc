/** Reads everything that one user can read: each GET of the operations table. An operation without a case is an error. */
import { OPERATIONS } from '@ctx/contract/operations';
import { requestCost } from '@ctx/contract/request-costs';
import { CONTRIBUTION_FIGURES } from '@ctx/domain/vocabulary';
import { type Answer, newToken, type TestStack } from './stack.ts';

type ReadId = Extract<(typeof OPERATIONS)[number], { method: 'GET' }>['id'];

/** The values that occur in the paths of reads. */
export interface Readable {
  readonly years: readonly number[];
  readonly eventIds: readonly string[];
  readonly holdingIds: readonly string[];
  readonly accountIds: readonly string[];
  readonly fileIds: readonly string[];
  /** Values of the `asset` filter. */
  readonly assets: readonly string[];
}

const ONE: () => readonly string[] = () => [''];
const query = (name: string, values: readonly (string | number)[]): string[] =>
  values.map((value) => `?${name}=${encodeURIComponent(value)}`);

/** What is added to the path of each read: query strings, or the year. */
const SUFFIXES: Readonly<Record<ReadId, (readable: Readable) => readonly string[]>> = {
  getMe: ONE,
  getLaw: ONE,
  listAccounts: ONE,
  listYears: ONE,
  listTransactions: ({ years, assets }) => [
    ...query('year', years),
    ...years.flatMap((year) => query('asset', assets).map((asset) => `${asset}&year=${String(year)}`)),
  ],
  explainTransaction: ({ eventIds }) => eventIds,
  getOrigin: ({ eventIds }) => eventIds,
  getSummary: ONE,
  getYearSummary: ({ years }) => years.map(String),
  listContributions: ({ years }) =>
    years.flatMap((year) =>
      query('figure', CONTRIBUTION_FIGURES).map((figure) => `${String(year)}${figure}`),
    ),
  // The whole report: a page of JSON would be its head alone.
  getYearReport: ({ years }) => years.map((year) => `${String(year)}?format=jsonl`),
  getEvidence: ({ years }) => years.map(String),
  getReported: ({ years }) => years.map(String),
  getPhoto: ({ years }) => [
    '',
    ...years.filter((year) => year >= 2026).map((year) => `?year=${String(year)}`),
  ],
  listIssues: ONE,
  getPortfolio: ONE,
  listLots: ({ holdingIds }) => query('holdingId', holdingIds),
  getPositions: ONE,
  getRecalcStatus: ONE,
  listRules: ONE,
  // A preview of nothing that is stored.
  previewSale: () => [],
  previewDeparture: () => [],
  // Addresses that the user gave.
  listWebhooks: ONE,
  // Addresses alone, of the year in the request.
  getLinks: () => [],
  listTransferPairs: ONE,
  findTransferCandidates: ({ eventIds }) => query('taxEventId', eventIds),
  // Other figures of stored facts, and rejected for locked years.
  listReadings: () => [],
  getCircumstances: ({ years }) => years.map(String),
  getRegime: ({ years }) => years.map(String),
  listPrices: ONE,
  listBalances: ({ accountIds }) => accountIds,
  listMoney: ONE,
  listHistory: ({ years }) => ['', ...query('year', years)],
  listFiles: ONE,
  getFile: ({ fileIds }) => fileIds,
};

/** A path, and as how many requests it counts. */
interface ReadPath {
  readonly path: string;
  readonly cost: number;
}

/** Returns the paths of all reads. */
function readPaths(readable: Readable): ReadPath[] {
  return OPERATIONS.filter(({ method }) => method === 'GET').flatMap(({ id, path }) => {
    const suffixes = SUFFIXES[id as ReadId] as ((of: Readable) => readonly string[]) | undefined;
    if (suffixes === undefined) throw new Error(`no case for the operation ${id}`);
    return suffixes(readable).map((suffix) => ({
      path: path.includes('{') ? inPath(path, suffix) : `${path}${suffix}`,
      cost: requestCost(id, /format=(\w+)/.exec(suffix)?.[1]),
    }));
  });
}

/** Puts the value before a query string into the path. */
function inPath(path: string, suffix: string): string {
  const [value = '', ...rest] = suffix.split('?');
  return [path.replace(/\{\w+\}/, value), ...rest].join('?');
}

/** Requests that one token sends: fewer than its limit, as the caller may have sent some. */
const REQUESTS_PER_TOKEN = 80;

/** In place of the address of the stack, so that texts of two stacks can be compared. */
const SITE = 'https://tax.example';

/** Returns the responses of all reads, by path. A rejection is an error, except for the report of a locked year. `userId` gets further tokens, as one sends at most 120 requests. */
export async function readOut(
  stack: TestStack,
  firstToken: string,
  readable: Readable,
  userId?: string,
): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  let token = firstToken;
  let sent = 0;
  for (const { path, cost } of readPaths(readable)) {
    if (userId !== undefined && sent + cost > REQUESTS_PER_TOKEN) {
      token = await newToken(stack, userId);
      sent = 0;
    }
    sent += cost;
    const answer = await stack.get(path, token);
    const isOfLockedYear = answer.status === 402 && path.includes('/report?');
    if (answer.status !== 200 && !isOfLockedYear)
      throw new Error(`${path}: ${String(answer.status)} ${answer.text}`);
    answers.set(path, { ...answer, text: answer.text.replaceAll(stack.ready().baseUrl, SITE) });
  }
  return answers;
}

/** Finds the years, events, holdings and accounts of a user, through the API. */
export async function readableOf(stack: TestStack, token: string): Promise<Readable> {
  const list = async (path: string, field: string): Promise<Record<string, unknown>[]> =>
    (await stack.get(path, token)).body[field] as Record<string, unknown>[];
  const years = (await list('/api/v1/years', 'years')).map(({ year }) => Number(year));
  const eventIds: string[] = [];
  for (const year of years) {
    const events = await list(`/api/v1/transactions?size=200&year=${String(year)}`, 'transactions');
    eventIds.push(...events.map(({ id }) => String(id)));
  }
  const idsOf = async (path: string, field: string): Promise<string[]> =>
    (await list(path, field)).map(({ id }) => String(id));
  const holdingIds = await idsOf('/api/v1/portfolio', 'holdings');
  const accountIds = await idsOf('/api/v1/accounts', 'accounts');
  const fileIds = await idsOf('/api/v1/files', 'files');
  return { years, eventIds, holdingIds, accountIds, fileIds, assets: [] };
}

const MOMENTS = /"(snapshotTime|lastCompletedAt|lastSyncAt|figuresVersion)":("[^"]*"|\d+)/g;

/** Returns a body without the times at which it was requested or last computed, and without the number of the run. */
export function withoutMoments(text: string): string {
  return text.replace(MOMENTS, '"$1":null');
}
