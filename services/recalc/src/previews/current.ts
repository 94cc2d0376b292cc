/** Previews for callers: of current figures, within the limit of size and time. */
import { GrpcRejection, rejectionCode } from '@ctx/platform/grpc-server';
import type { Pool } from '@ctx/platform/postgres';
import { pause } from '@ctx/platform/shutdown';
import type { RejectionName } from '@ctx/domain/rejections';
import { status } from '@grpc/grpc-js';
import { type Preview, previewOf } from '../runs/preview.ts';
import type { Asked } from '../runs/ways.ts';

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
export async function previewCurrent(
  { pool, eventsMax }: PreviewRoom,
  userId: number,
  asked: Omit<Asked, 'eventsMax'>,
): Promise<Preview> {
  const startedAt = performance.now();
  for (;;) {
    const preview = await previewOf(pool, userId, { ...asked, eventsMax });
    if (preview === 'LARGE') throw rejectionOf('PREVIEW_TOO_LARGE');
    if (preview !== 'NOT_CURRENT') return preview;
    if (performance.now() - startedAt > WAIT_MS_MAX) throw rejectionOf('RECALC_RUNNING');
    await pause(INTERVAL_MS);
  }
}

function rejectionOf(name: RejectionName): GrpcRejection {
  return new GrpcRejection(status.FAILED_PRECONDITION, name, rejectionCode(name));
}
