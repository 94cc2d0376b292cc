/** Previews for callers: of current figures, within the limit of size and time. */
import { GrpcRejection, rejectionCode } from '@ctx/platform/grpc-server';
import type { Pool } from '@ctx/platform/postgres';
import { pause } from '@ctx/platform/shutdown';
import type { RejectionName } from '@ctx/domain/rejections';
import { status } from '@grpc/grpc-js';
import { type Preview, previewOf } from '../runs/preview.ts';
import type { RunInput } from '../runs/strategies.ts';

/** A caller who previews right after a correction waits this long for its recalculation. */
const WAIT_MS_MAX = 3000;
const INTERVAL_MS = 100;

/** Where previews are computed. */
export interface PreviewRoom {
  /** Apart from that of runs, so that previews never delay one. */
  readonly pool: Pool;
  /** Previews that would compute more events are rejected. */
  readonly eventsMax: number;
}

/** Previews a change of current figures. Rejects with RECALC_RUNNING after 3 s, and with PREVIEW_TOO_LARGE. */
export function previewCurrent(
  { pool, eventsMax }: PreviewRoom,
  userId: number,
  asked: Omit<RunInput, 'eventsMax'>,
): Promise<Preview> {
  return whenCurrent(() => previewOf(pool, userId, { ...asked, eventsMax }));
}

/** Returns what is loaded from current figures. Rejects with RECALC_RUNNING after 3 s, and with PREVIEW_TOO_LARGE. */
export async function whenCurrent<Loaded extends object>(
  load: () => Promise<Loaded | 'NOT_CURRENT' | 'LARGE'>,
): Promise<Loaded> {
  const startedAt = performance.now();
  for (;;) {
    const loaded = await load();
    if (loaded === 'LARGE') throw rejectionOf('PREVIEW_TOO_LARGE');
    if (loaded !== 'NOT_CURRENT') return loaded;
    if (performance.now() - startedAt > WAIT_MS_MAX) throw rejectionOf('RECALC_RUNNING');
    await pause(INTERVAL_MS);
  }
}

function rejectionOf(name: RejectionName): GrpcRejection {
  return new GrpcRejection(status.FAILED_PRECONDITION, name, rejectionCode(name));
}
