/** Calls of the read service, and of corrections for the history, with their checks. */
import { ReadServiceService } from '@ctx/proto/gen/ctx/v1/read';
import { OF_THE_OTHERS } from '../bed/bed.ts';
import { type Ground, PAGES_OF_SMALL } from '../bed/ground.ts';
import { type KeptResponse, prepareProgram } from '../drivers/driver.ts';
import type { GrpcCall } from '../drivers/grpc.ts';
import { type Measurement, measure, type WatchedProcesses } from '../measure.ts';
import type { Options } from '../options.ts';
import { countWrong, grpcCall, idsInMessage, type Page, ROWS } from '../pages.ts';

export const LIST = ReadServiceService.listTransactions.path;

export interface Subject {
  readonly ground: Ground;
  readonly options: Options;
  readonly users: readonly number[];
}

export interface Calls {
  readonly name: string;
  readonly path: string;
  readonly calls: readonly GrpcCall[];
  /** The service that answers; read where it is left out. */
  readonly service?: 'read' | 'corrections';
  /** The pages that the calls ask for, whose rows are compared with the table. */
  readonly pages?: readonly Page[];
  /** Counts the wrong ones among kept responses that are not pages of transactions. */
  readonly wrongIn?: (kept: readonly KeptResponse[]) => Promise<number>;
  readonly clients?: number;
  readonly seconds?: number;
  readonly count?: number;
}

/** The process that serves now. */
export function watchedOf({ bed }: Ground, service: 'read' | 'corrections' = 'read'): WatchedProcesses {
  return { service: [bed.served(service).pid], database: bed.databasePid };
}

/** Calls over gRPC, each with its own message, in a closed loop. */
export async function runCalls({ ground, options }: Subject, load: Calls): Promise<Measurement> {
  const { name, path, calls, clients = options.clients, seconds = options.seconds, count } = load;
  const { service = 'read', pages, wrongIn } = load;
  const address = ground.addressOf(service);
  const { callerKey } = ground;
  const input = { clients, seconds, count, address, path, callerKey, scope: 'read', calls };
  const start = await prepareProgram('drivers/grpc.ts', input, OF_THE_OTHERS);
  return measure({ name, unit: 'calls' }, watchedOf(ground, service), start, ({ kept = [] }) => {
    if (pages === undefined) return wrongIn?.(kept) ?? 0;
    return countWrong(ground.bed.owner, pages, kept, idsInMessage);
  });
}

/** Pages of transactions as calls. */
export const listing = (name: string, pages: readonly Page[]): Calls => ({
  name,
  path: LIST,
  calls: pages.map(grpcCall),
  pages,
});

const FIRST_SIZE = 26;

/** Pages of one user that are full, each once: some 20 from a row on, in every size from 26 to 50 rows. */
export function eachSize(userId: number, firstRow: number, rows: number): Page[] {
  const sizes = Array.from({ length: ROWS - FIRST_SIZE + 1 }, (_, index) => FIRST_SIZE + index);
  const pages = Array.from({ length: PAGES_OF_SMALL }, (_, page) => page);
  const all = pages.flatMap((page) =>
    sizes.map((size) => ({ userId, page: Math.floor(firstRow / size) + page, size })),
  );
  return all.filter(({ page, size }) => (page + 1) * size <= rows);
}
