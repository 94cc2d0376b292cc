/** A long wait as several short calls, so that it ends soon after a shutdown has begun or the client is gone. */
import type { OperationHandler } from './operation-handler.ts';

const STEP_SECONDS_MAX = 5;

/** Returns a handler of the recalculation status that waits for IDLE in steps. */
export function waitInSteps(handler: OperationHandler, isDraining: () => boolean): OperationHandler {
  return async (call, input) => {
    const isOver = (): boolean => isDraining() || call.signal?.aborted === true;
    for (let left = Number(input['waitSeconds'] ?? 0); ; left -= STEP_SECONDS_MAX) {
      const startedAt = performance.now();
      const body = await handler(call, { waitSeconds: Math.max(0, Math.min(left, STEP_SECONDS_MAX)) });
      const { status } = JSON.parse(body.bytes.toString()) as { status: string };
      // An answer before its time: enough others wait already.
      const isEarly = performance.now() - startedAt < (STEP_SECONDS_MAX * 1000) / 2;
      if (status === 'IDLE' || left <= STEP_SECONDS_MAX || isEarly || isOver()) return body;
    }
  };
}
