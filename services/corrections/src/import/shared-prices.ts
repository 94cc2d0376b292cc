/**
 * The import of prices for all users. It requests runs only for users whose figures the prices change: of the events that they value, or of
 * everything for a photo value. Pages look up today's prices when they are read (docs/adr/0008-values-pools-or-everything.md).
 */
import { RECORD_KINDS, type RecordKind } from '@ctx/converters/records';
import { timestampText } from '@ctx/domain/instant';
import { EUR_ASSET_KEY } from '@ctx/domain/euro';
import { PHOTO } from '@ctx/domain/law/photo';
import { LIMITS } from '@ctx/domain/limits';
import { assetsPricedBy } from '@ctx/domain/stablecoins';
import { PRICE_AGE_US_MAX } from '@ctx/domain/price-age';
import { eachRow } from '@ctx/platform/each-row';
import { type Client, inTransaction, writeAsUser } from '@ctx/platform/postgres';
import type { ImportPools, RecordsOfFile } from './import-facts.ts';
import { received } from './receive.ts';
import { ERRORS_MAX, RejectedImport } from './rejected-import.ts';
import type { Spool } from './spool.ts';
import { stageOf } from './stage-rows.ts';
import { type Counts, Staging } from './staging.ts';
import type { WorkQueue } from './work-queue.ts';

/** The rows of shared prices are staged under a number that no user has, and which has a row in facts.owners. */
const NO_USER = 0;
/** Prices per statement that finds events, and rows per statement that notes them. */
const BATCH_ROWS = 1000;

/** The outcome of an import of shared prices: the users with a requested run, in no order. */
export interface SharedPricesOutcome {
  readonly counts: Partial<Record<RecordKind, Counts>>;
  readonly userIds: readonly number[];
}

/** A file of prices for all users. */
interface SharedPrices extends RecordsOfFile {
  /** Whether stored prices win over those of the file, also those of another time of the day. */
  readonly isStoredKept: boolean;
}

/** Imports prices for all users, and requests runs for those whose figures they change. */
export async function importSharedPrices(
  pools: ImportPools,
  queue: WorkQueue,
  request: SharedPrices,
): Promise<SharedPricesOutcome> {
  return received(pools.space, NO_USER, request.records, (spool) => {
    request.onPhase('QUEUED');
    return queue.inTurn(request.signal, () => {
      request.onPhase('MERGING');
      return storePrices(pools, spool, request.isStoredKept);
    });
  });
}

async function storePrices(
  pools: ImportPools,
  spool: Spool,
  isStoredKept: boolean,
): Promise<SharedPricesOutcome> {
  return writeAsUser(pools.long, NO_USER, async (client) => {
    const staging = await Staging.of(client, NO_USER, spool);
    await requireOnlyPrices(client);
    const price = await staging.mergeSharedPrices(isStoredKept);
    // On another connection: Citus lets no second role, such as the role of the functions, read shards in a transaction that has written to them.
    const userIds =
      price.added + price.changed === 0
        ? []
        : await inTransaction(pools.long, 'BEGIN READ ONLY', (reader) => requestRuns(client, reader));
    await staging.close();
    return { counts: { price }, userIds };
  });
}

async function requireOnlyPrices(client: Client): Promise<void> {
  const { rows: others } = await client.query<{ line: number }>(
    RECORD_KINDS.filter((kind) => kind !== 'price')
      .map((kind) => `SELECT line FROM ${stageOf(kind)} WHERE user_id = $1`)
      .join(' UNION ALL ') + ` ORDER BY line LIMIT ${String(ERRORS_MAX)}`,
    [NO_USER],
  );
  if (others.length > 0)
    throw new RejectedImport(
      others.map(({ line }) => ({ line, field: 'kind', reason: 'only prices can be shared by all users' })),
    );
}

/** A price that the file added or changed, and the moments at which it is the last one known. */
interface ChangedPrice extends Record<string, unknown> {
  readonly assetKey: string;
  readonly at: string;
  readonly until: string;
  /** Whether it is the price of the photo moment. */
  readonly isOfPhoto: boolean;
}

async function requestRuns(client: Client, reader: Client): Promise<number[]> {
  const reached = new ReachedUsers(client);
  const photos: ChangedPrice[] = [];
  let batch: ChangedPrice[] = [];
  const findBatch = async (): Promise<void> => {
    await findEvents(reader, batch, (userId, eventId) => reached.add(userId, eventId));
    batch = [];
  };
  await eachRow<ChangedPrice>(client, changedPrices(), async (price) => {
    const prices = pricesOfAssets(price);
    if (price.isOfPhoto) photos.push(...prices);
    batch.push(...prices);
    if (batch.length >= BATCH_ROWS) await findBatch();
  });
  await findBatch();
  await reached.flush();
  // With more, PostgreSQL may read the events of all users into a hash table; with this, it looks each user's asset up by index.
  await reader.query("SET LOCAL work_mem = '64kB'");
  for (let start = 0; start < photos.length; start += BATCH_ROWS)
    await findUsersOfPhotos(reader, photos.slice(start, start + BATCH_ROWS), (id) => {
      reached.addWhole(id);
    });
  return reached.request();
}

/** Returns a price as that of each asset that it can value: its own, and the stablecoins of a currency. */
function pricesOfAssets(price: ChangedPrice): ChangedPrice[] {
  return assetsPricedBy(price.assetKey).map((assetKey) => ({ ...price, assetKey }));
}

/** Selects the prices that the file added or changed. Prices of other files count: the next one of the same asset ends the moments. */
function changedPrices(): { readonly text: string; readonly values: unknown[] } {
  return {
    text: `SELECT DISTINCT s.asset_key AS "assetKey", s.at,
       least(n.at, s.at + $2 * interval '1 microsecond') AS until,
       s.at BETWEEN $3 AND $4 AND (n.at IS NULL OR n.at > $4) AS "isOfPhoto"
     FROM facts.stage_price s LEFT JOIN LATERAL (
       SELECT min(p.at) AS at FROM facts.shared_prices p WHERE p.asset_key = s.asset_key AND p.at > s.at) n ON true
     WHERE s.user_id = $1 AND s.asset_key <> $5`,
    values: [
      NO_USER,
      // The price values an event that happens as long after it as a price may be old, and not a microsecond later.
      PRICE_AGE_US_MAX + 1,
      timestampText(PHOTO.momentUs - PHOTO.priceAgeUsMax),
      timestampText(PHOTO.momentUs),
      EUR_ASSET_KEY,
    ],
  };
}

async function findEvents(
  reader: Client,
  prices: readonly ChangedPrice[],
  use: (userId: number, eventId: string) => Promise<void>,
): Promise<void> {
  if (prices.length === 0) return;
  const query = {
    text: 'SELECT user_id, event_id FROM corrections.events_of_prices($1::text[], $2::timestamptz[], $3::timestamptz[])',
    values: [
      prices.map(({ assetKey }) => assetKey),
      prices.map(({ at }) => at),
      prices.map(({ until }) => until),
    ],
  };
  await eachRow<{ user_id: number; event_id: string }>(reader, query, ({ user_id, event_id }) =>
    use(user_id, event_id),
  );
}

async function findUsersOfPhotos(
  reader: Client,
  prices: readonly ChangedPrice[],
  use: (userId: number) => void,
): Promise<void> {
  const { rows } = await reader.query<{ user_id: number }>(
    'SELECT user_id FROM corrections.users_of_photo_prices($1::text[], $2::timestamptz[], $3::timestamptz)',
    [prices.map(({ assetKey }) => assetKey), prices.map(({ at }) => at), timestampText(PHOTO.momentUs)],
  );
  for (const { user_id } of rows) use(user_id);
}

/** The users whose figures the prices change. Holds a number for each user; the events are noted in the database as they are found. */
class ReachedUsers {
  readonly #client: Client;
  /** Noted events by user. With more than a run takes one by one, the run is of everything. */
  readonly #events = new Map<number, number>();
  #batch: [userId: number, eventId: string][] = [];

  constructor(client: Client) {
    this.#client = client;
  }

  async add(userId: number, eventId: string): Promise<void> {
    const known = this.#events.get(userId) ?? 0;
    if (known > LIMITS.changedEventsMax) return;
    this.#events.set(userId, known + 1);
    this.#batch.push([userId, eventId]);
    if (this.#batch.length >= BATCH_ROWS) await this.flush();
  }

  addWhole(userId: number): void {
    this.#events.set(userId, LIMITS.changedEventsMax + 1);
  }

  async flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    if (batch.length > 0)
      await this.#client.query('SELECT corrections.note_changed_events($1::bigint[], $2::uuid[])', [
        batch.map(([userId]) => userId),
        batch.map(([, eventId]) => eventId),
      ]);
  }

  /** Requests the runs. Returns the users who have one. */
  async request(): Promise<number[]> {
    const all = [...this.#events];
    const isWhole = ([, events]: readonly [number, number]): boolean => events > LIMITS.changedEventsMax;
    const requested: number[] = [];
    for (const fromNothing of [true, false]) {
      const ids = all.filter((each) => isWhole(each) === fromNothing).map(([userId]) => userId);
      for (let start = 0; start < ids.length; start += BATCH_ROWS) {
        const { rows } = await this.#client.query<{ user_id: number }>(
          'SELECT user_id FROM corrections.request_runs($1::bigint[], $2)',
          [ids.slice(start, start + BATCH_ROWS), fromNothing],
        );
        requested.push(...rows.map(({ user_id }) => user_id));
      }
    }
    return requested;
  }
}
