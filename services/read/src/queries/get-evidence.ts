import { yearStartMs } from '@ctx/domain/brussels';
import { shownInstant } from '@ctx/domain/instant';
import { LIMITS } from '@ctx/domain/limits';
import type { Evidence, GetEvidenceRequest } from '@ctx/proto/gen/ctx/v1/read';
import { readAsUser, type Source } from '../sources/source.ts';
import { evidenceAsset, type StockOfAsset } from '../present/evidence.ts';
import { EVIDENCE_ASSETS } from './evidence-rows.ts';
import { PHOTO_KEYS } from './photo-rows.ts';
import { endOfYear, REPORT_STATE } from './report-rows.ts';

/** Returns a page of the stock of a year: what was held at its end. A locked year does not show costs, as its report would not. */
export async function getEvidence(
  source: Source,
  userId: number,
  { year, after, size: asked }: GetEvidenceRequest,
): Promise<Evidence> {
  const size = Math.min(asked, LIMITS.pageSizeMax);
  const [found, [state]] = await readAsUser<[{ asset_key: string }, StateRow]>(
    source,
    userId,
    PHOTO_KEYS({ userId, year, size, after: after ?? '' }),
    REPORT_STATE({ userId, year }),
  );
  const { locked, submitted_at, stale } = state as StateRow;
  const keys = found.map(({ asset_key }) => asset_key);
  const folded = keys.map((key) => key.toLowerCase());
  const [rows] = await readAsUser<[StockOfAsset]>(
    source,
    userId,
    EVIDENCE_ASSETS({ userId, year, keys, folded, end: endOfYear(year) }),
  );
  const endMs = yearStartMs(year + 1);
  return {
    year,
    moment: shownInstant(endMs * 1000),
    locked,
    frozen: submitted_at !== null,
    stale,
    assets: rows.map((row) => evidenceAsset(row, locked, endMs)),
    next: keys.length < size ? null : (keys.at(-1) ?? null),
  };
}

interface StateRow {
  readonly locked: boolean;
  readonly submitted_at: string | null;
  readonly stale: boolean;
}
