/** Ends the work for a request whose client has gone away: the same signal for REST, MCP and the pages. */
import { clientGone } from '@ctx/platform/grpc-server';
import { status } from '@grpc/grpc-js';
import type { Response } from 'express';

/** Returns a signal that aborts when the client disconnects before its response is complete. */
export function disconnectSignal(response: Response): AbortSignal {
  const abort = new AbortController();
  const onClose = (): void => {
    if (!response.writableFinished) abort.abort(clientGone());
  };
  // It may have disconnected while its request was read or admitted.
  if (response.destroyed) onClose();
  else response.once('close', onClose);
  return abort.signal;
}

/** Whether an error is only that of a call that `signal` has cancelled. */
export function isDisconnect(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted && (error as { code?: unknown } | null)?.code === status.CANCELLED;
}
