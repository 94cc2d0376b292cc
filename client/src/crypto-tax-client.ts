/** The client that programs use: operations that throw typed errors, lists without pages, waiting, reports and files. */
import type { Client, ClientPathsWithMethod, MaybeOptionalInit, MethodResponse } from 'openapi-fetch';
import { ConnectionError, errorOf } from './errors.ts';
import { type ApiClient, type ClientSettings, createClient, type Schema } from './fetch-client.ts';
import { elementsOf, linesOf } from './pages.ts';
import { IDEMPOTENCY_KEY, pause, type RetrySettings, withRetries } from './retries.ts';
import type { operations, paths } from './schema.ts';

/** The service, the user whom the client acts for, and how often requests are repeated. */
export interface CryptoTaxSettings extends ClientSettings {
  readonly retry?: RetrySettings;
}

type Method = 'get' | 'post' | 'delete';
/** The last argument of a call: it can be left out where the operation needs nothing. */
type Args<Init> = undefined extends Init ? [init?: Init] : [init: Init];
type Call<M extends Method> = <Path extends ClientPathsWithMethod<ApiClient, M>>(
  path: Path,
  ...init: Args<MaybeOptionalInit<paths[Path], M>>
) => Promise<MethodResponse<JsonClient, M, Path>>;
/** A call returns the JSON of an operation that has other forms too. */
type JsonClient = Client<paths, 'application/json'>;

/** The query of an operation, without what the client fills in itself. */
type Filters<Id extends keyof operations, Own extends string = never> = Omit<
  NonNullable<operations[Id]['parameters']['query']>,
  Own | 'page' | 'size' | 'after'
>;

/** The form of a report: `csv`, `jsonl` and `html` are text; `xlsx` and `csv-be`, a ZIP, are not. */
export type ReportFormat = 'csv' | 'csv-be' | 'html' | 'jsonl' | 'xlsx';
/** A file of an exchange, wallet or tax program, as it is or packed with gzip or zip. */
export type FileContent = Blob | Uint8Array<ArrayBuffer> | string;
/** What is known about a file beside its name and contents: its format, account, time zone or columns. */
export type AddFileOptions = Filters<'addFile', 'name' | 'dryRun'>;

/** The largest page, which needs the fewest requests. */
const PAGE_SIZE = 200;
/** The longest wait of one request for a recalculation. */
const WAIT_SECONDS = 25;

/**
 * A client that acts as the user of a token. Each call resolves to the body of the response, and throws an `ApiError` for a
 * rejection or a `ConnectionError` where no response came. Writes carry an idempotency key, so that they can be repeated.
 */
export class CryptoTaxClient {
  /** Calls an operation that reads, by its path. */
  readonly get: Call<'get'>;
  /** Calls an operation that writes, by its path. */
  readonly post: Call<'post'>;
  /** Calls an operation that removes something, by its path. */
  readonly delete: Call<'delete'>;
  readonly #api: ApiClient;

  constructor({ retry = {}, fetch: send = sendToService, ...settings }: CryptoTaxSettings) {
    this.#api = createClient({ ...settings, fetch: withRetries(send, retry) });
    this.#api.use({
      onRequest: ({ request }) => {
        if (request.method !== 'GET' && !request.headers.has(IDEMPOTENCY_KEY))
          request.headers.set(IDEMPOTENCY_KEY, crypto.randomUUID());
        return request;
      },
      onResponse: async ({ response }) => {
        if (!response.ok) throw await errorOf(response);
      },
    });
    this.get = callerOf(this.#api, 'get');
    this.post = callerOf(this.#api, 'post');
    this.delete = callerOf(this.#api, 'delete');
  }

  /** Yields the tax events of a year, newest first, page by page. */
  transactions(
    year: number,
    filters: Filters<'listTransactions', 'year'> = {},
  ): AsyncGenerator<Schema<'Transaction'>> {
    return elementsOf(
      (page) =>
        this.get('/api/v1/transactions', { params: { query: { ...filters, year, page, size: PAGE_SIZE } } }),
      ({ transactions }) => transactions,
    );
  }

  /** Yields what each event adds to a figure of a year. */
  contributions(
    year: number,
    figure: operations['listContributions']['parameters']['query']['figure'],
    filters: Filters<'listContributions', 'figure'> = {},
  ): AsyncGenerator<Schema<'Contribution'>> {
    const path = '/api/v1/years/{year}/contributions';
    return elementsOf(
      (page) =>
        this.get(path, { params: { path: { year }, query: { ...filters, figure, page, size: PAGE_SIZE } } }),
      ({ contributions }) => contributions,
    );
  }

  /** Yields the open issues of all years, most severe first. */
  issues(filters: Filters<'listIssues'> = {}): AsyncGenerator<Schema<'ReviewQueueItem'>> {
    return elementsOf(
      async (page) => {
        const inbox = await this.get('/api/v1/issues', {
          params: { query: { ...filters, page, size: PAGE_SIZE } },
        });
        return { ...inbox, hasNext: inbox.page?.hasNext ?? false };
      },
      ({ items }) => items,
    );
  }

  /** Yields the open lots of a holding, oldest first. */
  lots(holdingId: string): AsyncGenerator<Schema<'LotDetail'>> {
    return elementsOf(
      async (page) => {
        const lots = await this.get('/api/v1/portfolio/lots', {
          params: { query: { holdingId, page, size: PAGE_SIZE } },
        });
        return { ...lots, hasNext: lots.page?.hasNext ?? false };
      },
      ({ lots }) => lots,
    );
  }

  /** Yields the corrections and what undid them, newest first. */
  history(filters: Filters<'listHistory'> = {}): AsyncGenerator<Schema<'HistoryEntry'>> {
    return elementsOf(
      (page) => this.get('/api/v1/history', { params: { query: { ...filters, page, size: PAGE_SIZE } } }),
      ({ entries }) => entries,
    );
  }

  /** Yields the prices that the user entered. */
  prices(filters: Filters<'listPrices'> = {}): AsyncGenerator<Schema<'EnteredPrice'>> {
    return elementsOf(
      (page) => this.get('/api/v1/prices', { params: { query: { ...filters, page, size: PAGE_SIZE } } }),
      ({ prices }) => prices,
    );
  }

  /** Yields the files that were added, newest first. */
  files(): AsyncGenerator<Schema<'StoredFile'>> {
    return elementsOf(
      (page) => this.get('/api/v1/files', { params: { query: { page, size: PAGE_SIZE } } }),
      ({ files }) => files,
    );
  }

  /** Yields the lines of the report of a year, in the order of its sections. */
  reportLines(year: number): AsyncGenerator<Schema<'ReportLine'>> {
    const path = '/api/v1/years/{year}/report';
    return linesOf(
      (after) =>
        this.get(path, {
          params: { path: { year }, query: { format: 'json', ...(after === null ? {} : { after }) } },
        }),
      ({ lines }) => lines,
    );
  }

  /** Yields the assets that were held at the photo moment, the end of 2025. */
  photo(filters: Filters<'getPhoto'> = {}): AsyncGenerator<Schema<'PhotoAsset'>> {
    return linesOf(
      (after) =>
        this.get('/api/v1/photo', {
          params: { query: { ...filters, size: PAGE_SIZE, ...(after === null ? {} : { after }) } },
        }),
      ({ assets }) => assets,
    );
  }

  /** Returns the whole report of a year as text. */
  async reportText(
    year: number,
    format: 'csv' | 'html' | 'jsonl',
    language?: 'en' | 'fr' | 'nl',
  ): Promise<string> {
    return new Response(await this.reportStream(year, format, language)).text();
  }

  /** Returns the bytes of the report of a year while the service makes them. An error of the stream is a report cut off. */
  async reportStream(
    year: number,
    format: ReportFormat,
    language?: 'en' | 'fr' | 'nl',
  ): Promise<ReadableStream<Uint8Array>> {
    const { data } = await this.#api.GET('/api/v1/years/{year}/report', {
      params: { path: { year }, query: { format, ...(language === undefined ? {} : { language }) } },
      parseAs: 'stream',
    });
    if (data === null || data === undefined) throw new ConnectionError('the report has no body');
    return data as ReadableStream<Uint8Array>;
  }

  /** Returns what a file would add, and which rows are left out. Nothing is stored. */
  previewFile(
    name: string,
    content: FileContent,
    options: AddFileOptions = {},
  ): Promise<Schema<'FileAddition'>> {
    return this.#sendFile(name, content, { ...options, dryRun: true });
  }

  /** Adds a file. Wait with `waitUntilIdle` before you read figures. The same file again adds nothing. */
  addFile(name: string, content: FileContent, options: AddFileOptions = {}): Promise<Schema<'FileAddition'>> {
    return this.#sendFile(name, content, options);
  }

  /**
   * Waits until all corrections and files are in the figures, and returns the status.
   *
   * @throws Error with the name `TimeoutError` when that takes longer than `timeoutSeconds`, 600 by default
   */
  async waitUntilIdle(timeoutSeconds = 600): Promise<Schema<'RecalcStatus'>> {
    const end = Date.now() + timeoutSeconds * 1000;
    for (;;) {
      const secondsLeft = Math.floor((end - Date.now()) / 1000);
      const waitSeconds = Math.max(0, Math.min(WAIT_SECONDS, secondsLeft));
      const asked = Date.now();
      const status = await this.get('/api/v1/recalc-status', { params: { query: { waitSeconds } } });
      if (status.status === 'IDLE') return status;
      if (Date.now() >= end)
        throw new DOMException(`figures are not ready after ${timeoutSeconds} seconds`, 'TimeoutError');
      // Other calls of this user are waiting already, so the service answered at once.
      if (Date.now() - asked < 1000) await pause(1);
    }
  }

  #sendFile(name: string, content: FileContent, query: AddFileOptions & { dryRun?: boolean }) {
    return this.post('/api/v1/files', {
      params: { query: { ...query, name } },
      body: content as string,
      bodySerializer: (body: unknown) => body,
      headers: { 'Content-Type': 'application/octet-stream' },
    });
  }
}

/** Returns calls of one method, which resolve to the body of the response. The types of the call are those of `Call`. */
function callerOf<M extends Method>(api: ApiClient, method: M): Call<M> {
  const request = api.request as (method: Method, path: string, init?: object) => Promise<{ data?: unknown }>;
  const call = async (path: string, init?: object): Promise<unknown> =>
    (await request(method, path, init)).data;
  return call as Call<M>;
}

/** A redirect is an error: it could lead the token elsewhere. */
function sendToService(request: Request): Promise<Response> {
  return globalThis.fetch(request, { redirect: 'error' });
}
