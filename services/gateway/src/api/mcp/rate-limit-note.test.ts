/** The rate limit in tool results. */
import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '@ctx/domain/limits';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { RATE_LIMIT_META, withRateLimit } from './rate-limit-note.ts';
import { PLACEHOLDER } from './placeholder.ts';

const REJECTION: CallToolResult = { isError: true, content: [{ type: 'text', text: '{}' }] };

describe('A tool result', () => {
  it.each([
    ['a success', PLACEHOLDER],
    ['a rejection', REJECTION],
  ])('that is %s carries the limit, the calls left and the seconds until it renews', (_what, result) => {
    expect(withRateLimit(result, { remaining: 10, resetSeconds: 42 })).toEqual({
      ...result,
      _meta: { [RATE_LIMIT_META]: { limit: LIMITS.ratePerMinuteMax, remaining: 10, resetSeconds: 42 } },
    });
  });

  it.each([9, 1, 0])(
    'with %i calls left has a second text block that tells the assistant how long to wait',
    (remaining) => {
      const { content } = withRateLimit(PLACEHOLDER, { remaining, resetSeconds: 42 });
      expect(content).toEqual([
        ...PLACEHOLDER.content,
        {
          type: 'text',
          text: `Calls left in this minute: ${String(remaining)} of 120. The limit renews in 42 s: wait until then if you need more calls.`,
        },
      ]);
    },
  );

  it('has a metadata key with a prefix that the protocol does not reserve', () => {
    const [prefix = '', name = ''] = RATE_LIMIT_META.split('/');
    expect(prefix.split('.').every((label) => /^[a-z]([a-z0-9-]*[a-z0-9])?$/.test(label))).toBe(true);
    expect(['mcp', 'modelcontextprotocol']).not.toContain(prefix.split('.')[1]);
    expect(name).toMatch(/^[a-zA-Z0-9]+$/);
  });
});
