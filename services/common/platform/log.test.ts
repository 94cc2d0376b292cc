/** A line of a log is JSON that can be shown on a terminal: nothing in it is hidden, obeyed or secret. */
import { describe, expect, it } from '@jest/globals';
import { createLogger } from './log.ts';

/** The line that is written for a text. */
function lineOf(text: string): string {
  const lines: string[] = [];
  createLogger('gateway', 'info', { write: (line) => lines.push(line) }).info({ text }, 'said');
  return lines.join('');
}

describe('A log line', () => {
  it.each([
    ['a right-to-left override', 'a\u202eb', 'a\\u202eb'],
    ['an escape sequence', 'a\u001b[31mb', 'a\\u001b[31mb'],
    ['a control character beyond ASCII', 'a\u009bb', 'a\\u009bb'],
    ['delete', 'a\u007fb', 'a\\u007fb'],
    ['a line feed', 'a\nb', 'a\\nb'],
    ['a line separator', 'a\u2028b', 'a\\u2028b'],
    ['a tag character', 'a\u{e0041}b', 'a\\udb40\\udc41b'],
    ['a zero-width space', 'a\u200bb', 'a\\u200bb'],
    ['other scripts', 'プロ é 😀', 'プロ é 😀'],
  ])('escapes %s without changing the value', (_what, text, written) => {
    const line = lineOf(text);
    expect(line).toContain(`"text":"${written}"`);
    expect(line.endsWith('}\n')).toBe(true);
    expect(JSON.parse(line)).toMatchObject({ text, service: 'gateway', msg: 'said' });
  });

  it('has no token anywhere', () => {
    expect(lineOf('Bearer ctx_0123456789abcdef\u200b')).toContain('"text":"Bearer [token]\\u200b"');
  });
});
