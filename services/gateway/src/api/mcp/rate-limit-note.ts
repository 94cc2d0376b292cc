/**
 * The rate limit, as every tool result reports it. Many MCP clients end the whole session at an HTTP 429 and show no
 * `Retry-After`, so an assistant has to learn from its results when to wait.
 */
import { LIMITS } from '@ctx/domain/limits';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Budget } from '../../identity/auth/admission.ts';

/** Key in `_meta` of every tool result: `limit`, `remaining` and `resetSeconds`, as in the RateLimit headers. */
export const RATE_LIMIT_META = 'be.crypto-tax/rateLimit';

/** With fewer calls left than this, the result tells the assistant in its text to wait. */
export const FEW_CALLS = 10;

/** Adds the state of the rate limit to a result. The text is a block of its own, because the first block is JSON. */
export function withRateLimit(result: CallToolResult, { remaining, resetSeconds }: Budget): CallToolResult {
  const limit = LIMITS.ratePerMinuteMax;
  const _meta = { ...result._meta, [RATE_LIMIT_META]: { limit, remaining, resetSeconds } };
  if (remaining >= FEW_CALLS) return { ...result, _meta };
  const text = `Calls left in this minute: ${String(remaining)} of ${String(limit)}. The limit renews in ${String(resetSeconds)} s: wait until then if you need more calls.`;
  return { ...result, _meta, content: [...result.content, { type: 'text', text }] };
}
