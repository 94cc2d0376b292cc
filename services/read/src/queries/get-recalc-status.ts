import { readAsUser, type Source } from '../sources/source.ts';
import { prepare, sql, USER } from '@ctx/platform/sql';
import type { RecalcStatus } from '@ctx/proto/gen/ctx/v1/read';
import { FIGURES_VERSION } from './year-rows.ts';

interface Row {
  status: string;
  last_completed_at: string | null;
  figures_version: number | null;
}

const STATUS = prepare(
  'recalc-status',
  sql`SELECT s.status, s.last_completed_at, ${FIGURES_VERSION} FROM corrections.recalc_state s WHERE s.user_id = ${USER}`,
);

/** Returns whether a run is in progress or requested (service.md, "Recalc status"); IDLE for a user without facts. */
export async function getRecalcStatus(source: Source, userId: number): Promise<RecalcStatus> {
  const [[row]] = await readAsUser<[Row]>(source, userId, STATUS({ userId }));
  return {
    status: row?.status ?? 'IDLE',
    lastCompletedAt: row?.last_completed_at ?? null,
    figuresVersion: row?.figures_version ?? undefined,
  };
}
