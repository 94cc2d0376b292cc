/** Transactions that a person enters. Each is stored as a file of its own, so that it is listed and removed as files are (ADR 59). */
import { createHash } from 'node:crypto';
import { assetOf, symbolOf } from '@ctx/converters/assets';
import {
  ENTERED_FORMAT,
  type EnteredPart,
  type EnteredPartName,
  type EnteredTransaction,
  recordsOfEntered,
  sidesOf,
} from '@ctx/converters/entered';
import type { ImportRecord, SourcedRecord } from '@ctx/converters/records';
import { parseInstantUs, taxYear } from '@ctx/domain/instant';
import type { Rejection } from '@ctx/domain/rejections';
import type { Caller } from '@ctx/platform/caller';
import { GrpcRejection, rejectionCode } from '@ctx/platform/grpc-server';
import { type Client, snapshotAsUser } from '@ctx/platform/postgres';
import type { EntryPart, EntryPreview, EntryRequest } from '@ctx/proto/gen/ctx/v1/corrections';
import type { CorrectionPreview } from '@ctx/proto/gen/ctx/v1/preview';
import { status } from '@grpc/grpc-js';
import { readAsset, readYears } from '../../store/correction-facts.ts';
import { compareFacts } from '../compare-facts.ts';
import type { ImportPools } from '../import-facts.ts';
import { rowOf, STORED_KINDS } from '../kinds.ts';
import type { WorkQueue } from '../work-queue.ts';
import { fileName, type ImportedFile, listAccounts } from './stored-files.ts';

/** The rows of events that are only proposed, by column. */
export type ProposedEvent = Readonly<Record<string, unknown>>;

/** Says what events would do to the figures. */
export type PreviewEvents = (
  call: { readonly caller: Caller; readonly signal: AbortSignal },
  events: readonly ProposedEvent[],
) => Promise<CorrectionPreview | Rejection>;

interface EntryParts {
  readonly pools: ImportPools;
  readonly queue: WorkQueue;
  readonly previewEvents: PreviewEvents;
}

/** An entered transaction that can be stored. */
export interface ReadEntry {
  readonly file: ImportedFile;
  /** The account, if it is new, the events and the money. */
  readonly records: readonly ImportRecord[];
  readonly isLocked: boolean;
}

/** Returns the records as an import takes them. */
export async function* sourced(records: readonly ImportRecord[]): AsyncGenerator<SourcedRecord> {
  yield* await Promise.resolve(records.map((record) => ({ record, lines: [1] })));
}

/** Compares an entered transaction with those that are stored, and says what it would do to the figures. */
export async function previewEntry(
  { pools, queue, previewEvents }: EntryParts,
  request: EntryRequest,
  caller: Caller,
  signal: AbortSignal,
): Promise<EntryPreview> {
  const read = await readEntry(pools, request, caller);
  if ('faults' in read) return { faults: [...read.faults], transactions: null, locked: false };
  const { records, file, isLocked } = read;
  const { accountRef, format } = file;
  const { userId } = caller;
  const transactions = await compareFacts(pools, queue, {
    userId,
    accountRef,
    format,
    records: sourced(records),
    onPhase: () => undefined,
    signal,
  });
  const known = { faults: [], transactions, locked: isLocked };
  if (isLocked || transactions.added === 0) return known;
  const effect = await previewEvents(
    { caller, signal },
    records.flatMap((record) => proposedEvent(record, userId)),
  );
  return 'rejected' in effect ? { ...known, unknownEffect: effect.rejected } : { ...known, effect };
}

function proposedEvent(record: ImportRecord, userId: number): ProposedEvent[] {
  if (record.kind !== 'event') return [];
  const row = rowOf(record, userId);
  return [Object.fromEntries(STORED_KINDS.event.columns.map((column, index) => [column, row[index]]))];
}

/**
 * Reads an entered transaction. Returns the parts that cannot be stored. Rejects with NOT_FOUND for an unknown account, and with YEAR_FROZEN in
 * a submitted year, whose figures it could not change.
 */
export async function readEntry(
  pools: ImportPools,
  request: EntryRequest,
  { userId, via }: Caller,
): Promise<ReadEntry | { readonly faults: readonly EnteredPartName[] }> {
  if (sidesOf(request.kind) === null) throw invalid('unknown kind of transaction');
  const atUs = parseInstantUs(request.at);
  if (atUs === null) return { faults: ['at'] };
  const accounts = await listAccounts(pools.short, userId);
  const known = accounts.find(({ id, ref }) =>
    request.accountId == null ? ref === request.accountRef : id === request.accountId,
  );
  if (known === undefined && request.accountId != null)
    throw new GrpcRejection(status.NOT_FOUND, 'there is no such account');
  const account = known?.ref ?? request.accountRef ?? '';
  if (account === '') throw invalid('the transaction needs an account');
  const [years, entered] = await snapshotAsUser(pools.short, userId, async (client) => [
    await readYears(client, userId),
    await enteredOf(client, userId, request),
  ]);
  const year = years.find((each) => each.year === taxYear(atUs));
  if (year?.frozen === true)
    throw new GrpcRejection(
      status.FAILED_PRECONDITION,
      'the year was submitted',
      rejectionCode('YEAR_FROZEN'),
    );
  const faults = unknownParts(entered, request);
  if (faults.length > 0) return { faults };
  const read = recordsOfEntered(entered, account);
  if ('faults' in read) return read;
  const label = request.accountLabel ?? account;
  return {
    file: {
      accountRef: account,
      name: fileName(request.name),
      platform: ENTERED_FORMAT,
      format: ENTERED_FORMAT,
      sha256: digestOf(entered),
      rowCount: 1,
      via,
      balances: null,
      leftOut: [],
    },
    // An account that is there keeps its own facts: it may be connected, or of a platform.
    records: [...(known === undefined ? [newAccount(account, label)] : []), ...read.records, ...read.money],
    isLocked: year?.locked ?? true,
  };
}

/** Returns the digest of a typed transaction. The names of its assets are left out, for they may be known only the second time. */
function digestOf({ kind, at, given, received, fee, value, note }: EnteredTransaction): string {
  const parts = [given, received, fee].map((part) => part && [part.asset.key, part.amount]);
  return createHash('sha256')
    .update(JSON.stringify([kind, at, value, note, ...parts]))
    .digest('hex');
}

function newAccount(ref: string, label: string): ImportRecord {
  return { kind: 'account', ref, accountKind: 'file', datasource: 'CSV', label, provider: label };
}

async function enteredOf(client: Client, userId: number, request: EntryRequest): Promise<EnteredTransaction> {
  const { kind, at, value = null, note } = request;
  const partOf = (part: EntryPart | null | undefined): Promise<EnteredPart | null> =>
    part == null ? Promise.resolve(null) : knownPart(client, userId, part);
  return {
    kind,
    at,
    given: await partOf(request.given),
    received: await partOf(request.received),
    fee: await partOf(request.fee),
    value,
    note,
  };
}

/** Returns a part with its asset as the user's newest event of it has it, so that it joins the units of that asset. */
async function knownPart(
  client: Client,
  userId: number,
  { asset, amount }: EntryPart,
): Promise<EnteredPart | null> {
  const known = await readAsset(client, userId, asset);
  if (known !== undefined) {
    const { symbol, name, chain, fiat } = known;
    return { asset: { key: asset, symbol, name, chain, fiat }, amount };
  }
  const found = symbolOf(asset);
  if (found === null || found === asset) return found === null ? null : { asset: assetOf(found), amount };
  return knownPart(client, userId, { asset: found, amount });
}

/** Returns the parts whose asset cannot be one. */
function unknownParts(entered: EnteredTransaction, request: EntryRequest): EnteredPartName[] {
  return (['given', 'received', 'fee'] as const).filter(
    (name) => request[name] != null && entered[name] === null,
  );
}

function invalid(message: string): GrpcRejection {
  return new GrpcRejection(status.INVALID_ARGUMENT, message);
}
