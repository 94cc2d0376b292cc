/** Limits how many calls of one user run at once, so that one account cannot use every database connection. */
import { status } from '@grpc/grpc-js';
import { GrpcRejection } from './grpc-server.ts';
import { KeyedQueue } from './keyed-queue.ts';

/** The same as the time that a call waits for a database connection. */
const WAIT_MS_MAX = 3000;
/** A user has at most 100 tokens and 50 apps with 120 requests a minute each: 900 requests in 3 s on all replicas together. */
const WAITING_MAX = 500;
const CONNECTIONS_PER_CALL = 3;

/**
 * Returns the queue of calls, whose keys are users: each may use a third of the pool's `connectionsMax`, and at least one connection.
 * It rejects with RESOURCE_EXHAUSTED, which clients of gRPC do not retry by themselves, after 3 seconds, or at once when 500 calls of
 * the user wait already.
 */
export function callsPerUser(connectionsMax: number, waitMsMax = WAIT_MS_MAX): KeyedQueue<number> {
  const runningMax = Math.max(1, Math.floor(connectionsMax / CONNECTIONS_PER_CALL));
  return new KeyedQueue({
    perKey: { runningMax, underWayMax: runningMax + WAITING_MAX },
    waitMsMax,
    createError: tooManyCalls,
  });
}

/** Returns the rejection of a call for which there is no room now. */
export function tooManyCalls(): GrpcRejection {
  return new GrpcRejection(status.RESOURCE_EXHAUSTED, 'too many calls of this user are under way');
}
