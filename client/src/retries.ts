/** Sends requests again where that is safe and the service asks for it. */
import { ConnectionError, jsonOf, retryAfterOf } from './errors.ts';
import type { Send } from './fetch-client.ts';

/** How often a request is sent, and how long a client waits in between. */
export interface RetrySettings {
  /** How often a request is sent at most; 1 sends nothing again. Default: 4. */
  readonly attemptsMax?: number;
  /** The longest wait between two attempts. A service that asks for more is not asked again. Default: 60. */
  readonly waitSecondsMax?: number;
  /** Seconds until the service must have begun to answer. Default: 60. */
  readonly timeoutSeconds?: number;
}

/** The header that makes a write safe to send again. */
export const IDEMPOTENCY_KEY = 'idempotency-key';

/**
 * Returns a sender that sends a request again after 429 and 503, when the seconds of `Retry-After` have passed, and after a lost
 * connection. A write without an idempotency key is sent once.
 */
export function withRetries(send: Send, settings: RetrySettings): Send {
  const { attemptsMax = 4, waitSecondsMax = 60, timeoutSeconds = 60 } = settings;
  const sendOnce = withTimeout(send, timeoutSeconds);
  return async (request) => {
    const limit = isRepeatable(request) ? attemptsMax : 1;
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= limit;
      const outcome = await outcomeOf(sendOnce, isLast ? request : request.clone(), attempt);
      request.signal.throwIfAborted();
      const { seconds } = outcome;
      if (isLast || seconds === null || seconds > waitSecondsMax) return resultOf(outcome);
      if (outcome.response !== null) await outcome.response.body?.cancel();
      await pause(seconds, request.signal);
    }
  };
}

/** What came of an attempt, and after how many seconds another one makes sense: null if it does not. */
type Outcome = { readonly seconds: number | null } & (
  { readonly response: Response } | { readonly response: null; readonly fault: unknown }
);

async function outcomeOf(send: Send, request: Request, attempt: number): Promise<Outcome> {
  try {
    const response = await send(request);
    return { response, seconds: await secondsUntilRetry(response) };
  } catch (fault) {
    return { response: null, fault, seconds: 2 ** (attempt - 1) / 2 };
  }
}

function resultOf(outcome: Outcome): Response {
  if (outcome.response !== null) return outcome.response;
  const reason = outcome.fault instanceof Error ? (outcome.fault.cause ?? outcome.fault) : outcome.fault;
  const text = reason instanceof Error ? reason.message : String(reason);
  throw new ConnectionError(`the service does not respond: ${text}`, { cause: outcome.fault });
}

async function secondsUntilRetry(response: Response): Promise<number | null> {
  if (response.status === 429 || response.status === 503) return retryAfterOf(response);
  if (response.status !== 409) return null;
  // The first attempt, whose response was lost, is still running.
  const { code } = await jsonOf(response.clone());
  return code === 'IDEMPOTENCY_IN_PROGRESS' ? 1 : null;
}

function isRepeatable({ method, headers }: Request): boolean {
  return method === 'GET' || headers.has(IDEMPOTENCY_KEY);
}

/** Ends a request whose response does not begin in time. A body may take longer: reports are made while they are sent. */
function withTimeout(send: Send, seconds: number): Send {
  return async (request) => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      controller.abort(new Error(`no response within ${seconds} seconds`));
    }, seconds * 1000);
    try {
      return await send(
        new Request(request, { signal: AbortSignal.any([request.signal, controller.signal]) }),
      );
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Resolves after some seconds; rejects as soon as the signal ends the wait. */
export async function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', end, { once: true });
  });
}
