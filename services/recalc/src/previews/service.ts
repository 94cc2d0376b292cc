/** PreviewService: what a correction or a sale would do, for the corrections service. */
import type { KeyedQueue } from '@ctx/platform/keyed-queue';
import { type CallContext, type GrpcServerSettings, unary } from '@ctx/platform/grpc-server';
import { rejectionCodeOf } from '@ctx/platform/grpc-client';
import type { PreviewServiceServer } from '@ctx/proto/gen/ctx/v1/preview';
import { METRICS } from '../metrics.ts';
import type { PreviewRoom } from './current.ts';
import { COMPUTE, type PreviewKind, type RequestOf, type ResponseOf } from './kinds.ts';

/** Computes previews of more events than the process itself does: `LargePreviews`. */
export interface LargePreviewRoom {
  readonly eventsMax: number;
  readonly compute: <Kind extends PreviewKind>(
    kind: Kind,
    userId: number,
    request: RequestOf<Kind>,
    signal: AbortSignal,
  ) => Promise<ResponseOf<Kind>>;
}

/**
 * PreviewService. A preview is computed in `room`, among the runs of small users, or in `large` where it concerns more events than `room`
 * has. `perUser` limits each user's concurrent previews.
 */
export function previewService(
  room: PreviewRoom,
  large: LargePreviewRoom,
  perUser: KeyedQueue<number>,
  settings: GrpcServerSettings,
): PreviewServiceServer {
  const preview =
    <Kind extends PreviewKind>(kind: Kind) =>
    (request: RequestOf<Kind>, { caller: { userId }, signal }: CallContext): Promise<ResponseOf<Kind>> =>
      perUser.run(
        userId,
        async () => {
          try {
            const response = await COMPUTE[kind](room, userId, request);
            METRICS.previews.inc({ worker: 'main' });
            return response;
          } catch (error) {
            const isForLarge = large.eventsMax > room.eventsMax;
            if (!isForLarge || rejectionCodeOf(error) !== 'PREVIEW_TOO_LARGE') throw error;
          }
          METRICS.previews.inc({ worker: 'large' });
          return large.compute(kind, userId, request, signal);
        },
        signal,
      );
  return {
    previewCorrection: unary(settings, preview('correction')),
    listReadings: unary(settings, preview('readings')),
    previewSale: unary(settings, preview('sale')),
    previewDeparture: unary(settings, preview('departure')),
  };
}
