/** Finds, for events that took more than was held, what explains it better than a data source that is not there. */
import { ISSUE_KINDS, type IssueType } from '@ctx/domain/issues';
import { parameter, prepare, sql, USER } from '@ctx/platform/sql';
import type { BalanceBreak, ReviewQueueItem } from '@ctx/proto/gen/ctx/v1/read';
import { readAsUser, type Source } from '../sources/source.ts';
import type { AccountProofs } from './balance-proofs.ts';
import { namesakesOf } from './namesakes.ts';

/** An issue with its event. */
export interface IssueOfEvent {
  readonly issue_type: IssueType;
  readonly event_id: string | null;
  readonly account_id: string | null;
  readonly asset_key: string | null;
  readonly asset_symbol: string | null;
  readonly occurred_at: string | null;
}

/** What explains that an event took more than was held. */
export interface Explanation {
  /** A transfer of the asset without a match. */
  readonly unmatchedEventId?: string;
  /** An asset with a similar name that was bought and never sold. */
  readonly namesakeAssetKey?: string;
  /** A file of the account with rows that are to be checked, or whose balances show that units came in. */
  readonly incompleteFileId?: string;
}

type ShortEvent = { readonly [Field in keyof IssueOfEvent]: NonNullable<IssueOfEvent[Field]> };

const [KEYS, ACCOUNTS] = ['assetKeys', 'accountIds'].map(parameter);

// A transfer that no match joins left the pool before, or came to it after the event. OFFSET 0: looked up by event.
const UNMATCHED = prepare(
  'missing-purchases-transfers',
  sql`SELECT i.event_id AS "eventId", i.issue_type AS "issueType", e.asset_key AS "assetKey", i.occurred_at AS "occurredAt"
    FROM figures.issues i CROSS JOIN LATERAL (
      SELECT v.asset_key FROM figures.events v WHERE v.user_id = ${USER} AND v.event_id = i.event_id AND v.year = i.year OFFSET 0) e
    WHERE i.user_id = ${USER} AND i.issue_type IN ('UNMATCHED_TRANSFER_OUT', 'UNMATCHED_TRANSFER_IN') AND e.asset_key = ANY (${KEYS}::text[])
    ORDER BY i.occurred_at, i.event_id`,
);

// OFFSET 0: looked up by account.
const FILES = prepare(
  'missing-purchases-files',
  sql`SELECT f.file_id AS "fileId", f.account_id AS "accountId", f.format, coalesce(jsonb_array_length(f.left_out), 0) > 0 AS "hasRowsToCheck",
      coalesce((SELECT jsonb_agg(jsonb_build_object('asset', x->>'asset', 'from', f.balances->>'from'))
        FROM jsonb_array_elements(coalesce(f.balances->'openings', '[]')) x WHERE x->>'amount' NOT LIKE '-%'), '[]') AS opened
    FROM unnest(${ACCOUNTS}::uuid[]) AS k (account_id) CROSS JOIN LATERAL (
      SELECT v.file_id, v.account_id, v.format, v.left_out, v.balances, v.imported_at FROM facts.files v
      WHERE v.user_id = ${USER} AND v.account_id = k.account_id OFFSET 0) f
    ORDER BY f.imported_at DESC, f.file_id`,
);

interface UnmatchedTransfer {
  readonly eventId: string;
  readonly issueType: 'UNMATCHED_TRANSFER_OUT' | 'UNMATCHED_TRANSFER_IN';
  readonly assetKey: string;
  readonly occurredAt: string;
}

interface AssetSince {
  readonly asset: string;
  readonly from: string;
}

interface FileOfAccount {
  readonly fileId: string;
  readonly accountId: string;
  readonly format: string;
  readonly hasRowsToCheck: boolean;
  /** The assets of which it had units before its first row, and since when. */
  readonly opened: readonly AssetSince[];
}

/**
 * Returns what explains the events that took more than was held, by the id of the event; events that nothing explains are left out. `proofs` are of
 * all accounts: a file is named for its balances only where its account has the break open.
 */
export async function explainMissingPurchases(
  source: Source,
  userId: number,
  issues: readonly IssueOfEvent[],
  proofs: ReadonlyMap<string, AccountProofs>,
): Promise<ReadonlyMap<string, Explanation>> {
  const short = issues.filter((issue): issue is ShortEvent => isShort(issue));
  if (short.length === 0) return new Map();
  const assetKeys = new Set(short.map(({ asset_key: assetKey }) => assetKey));
  const accountIds = [...new Set(short.map(({ account_id: accountId }) => accountId))];
  const [[transfers, files], namesakes] = await Promise.all([
    readAsUser<[UnmatchedTransfer, FileOfAccount]>(
      source,
      userId,
      UNMATCHED({ userId, assetKeys: [...assetKeys] }),
      FILES({ userId, accountIds }),
    ),
    namesakesOf(source, userId, assetKeys),
  ]);
  const byAsset = Map.groupBy(transfers, ({ assetKey }) => assetKey);
  const byAccount = Map.groupBy(files, ({ accountId }) => accountId);
  return new Map(
    short.flatMap((event) => {
      const { event_id: eventId, asset_key: assetKey, account_id: accountId } = event;
      const transfer = transferOf(event, byAsset.get(assetKey) ?? []);
      const file = fileOf(event, byAccount.get(accountId) ?? [], proofs.get(accountId)?.breaks ?? []);
      const namesake = namesakes.get(assetKey);
      const explanation: Explanation = {
        ...(namesake !== undefined && { namesakeAssetKey: namesake }),
        ...(transfer !== undefined && { unmatchedEventId: transfer.eventId }),
        ...(file !== undefined && { incompleteFileId: file.fileId }),
      };
      return Object.keys(explanation).length === 0 ? [] : [[eventId, explanation] as const];
    }),
  );
}

function isShort(issue: IssueOfEvent): boolean {
  return issue.issue_type === 'MISSING_COST_BASIS' && issue.event_id !== null;
}

/** Returns the first departure before an event, whose units may have come back, or else an arrival after it, which a match moves before it. */
function transferOf(
  { event_id: eventId, occurred_at: at }: ShortEvent,
  transfers: readonly UnmatchedTransfer[],
): UnmatchedTransfer | undefined {
  const others = transfers.filter((transfer) => transfer.eventId !== eventId);
  const time = Date.parse(at);
  const isOf = (type: UnmatchedTransfer['issueType'], isNear: (ms: number) => boolean) =>
    others.find(({ issueType, occurredAt }) => issueType === type && isNear(Date.parse(occurredAt)));
  return (
    isOf('UNMATCHED_TRANSFER_OUT', (ms) => ms <= time) ?? isOf('UNMATCHED_TRANSFER_IN', (ms) => ms >= time)
  );
}

/** Returns the file of the account whose balances show units of the asset that no row brought, or else one with rows that are to be checked. */
function fileOf(
  { asset_symbol: symbol, occurred_at: at }: ShortEvent,
  files: readonly FileOfAccount[],
  breaks: readonly BalanceBreak[],
): FileOfAccount | undefined {
  const isOfEvent = ({ asset, from }: AssetSince): boolean =>
    asset.toUpperCase() === symbol.toUpperCase() && Date.parse(from) <= Date.parse(at);
  const arrived = breaks.filter((each) => !each.difference.startsWith('-') && isOfEvent(each));
  // What was there before the first row of a file may be explained by another file of its format.
  const isOnlyOne = ({ format }: FileOfAccount): boolean =>
    files.filter((other) => other.format === format).length === 1;
  return (
    files.find(
      (file) =>
        arrived.some(({ fileId }) => fileId === file.fileId) ||
        (file.opened.some(isOfEvent) && isOnlyOne(file)),
    ) ?? files.find(({ hasRowsToCheck }) => hasRowsToCheck)
  );
}

const ADD_SOURCE = 'add the data source that holds the missing purchases.';

/** Returns the fields of an issue that say what explains it; the action is about the most likely explanation. */
export function adviceOf(
  issue: IssueOfEvent,
  explanations: ReadonlyMap<string, Explanation>,
): Partial<Pick<ReviewQueueItem, 'explanation' | 'recommendedAction'> & Explanation> {
  const explanation = isShort(issue) ? explanations.get(issue.event_id ?? '') : undefined;
  if (explanation === undefined) return {};
  const { unmatchedEventId, namesakeAssetKey, incompleteFileId } = explanation;
  const { explanation: general } = ISSUE_KINDS[issue.issue_type];
  if (unmatchedEventId !== undefined)
    return {
      ...explanation,
      explanation: `${general} The transfer in unmatchedEventId has no counterpart: its units may be the missing ones.`,
      recommendedAction: `Match the transfer in unmatchedEventId with its counterpart; if it has none, ${ADD_SOURCE}`,
    };
  if (namesakeAssetKey !== undefined)
    return {
      ...explanation,
      explanation: `${general} The asset in namesakeAssetKey has a similar name, purchases and no sales, so it may be the same one.`,
      recommendedAction: `If both names are one asset, correct the import or match the two by WRAP; else ${ADD_SOURCE}`,
    };
  if (incompleteFileId === undefined) return {};
  return {
    ...explanation,
    explanation: `${general} The file in incompleteFileId has rows that were left out, or balances that its rows do not explain.`,
    recommendedAction: `Look at the file in incompleteFileId on the page of files and enter what its rows lack; if that is not it, ${ADD_SOURCE}`,
  };
}
