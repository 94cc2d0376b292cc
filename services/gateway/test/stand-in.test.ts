/** The body of a tool's answer takes the place of its stand-in. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { STAND_IN, withBody } from '../src/mcp/stand-in.ts';

const { content, structuredContent } = STAND_IN;

describe('A body in the place of its stand-in', () => {
  it('is the structured content to the digit, and the text to the letter', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()),
        fc.boolean(),
        (value, isTurned) => {
          const body = JSON.stringify(value);
          const result = isTurned ? { structuredContent, content } : { content, structuredContent };
          const text = JSON.stringify({ jsonrpc: '2.0', id: '"é', result, after: 'é' });
          const answered = withBody(text, Buffer.from(body)).toString();
          const parsed = JSON.parse(answered) as { result: { content: [{ text: string }] } };
          expect(parsed.result.content[0].text).toBe(body);
          expect(answered).toContain(`"structuredContent":${body}`);
          expect(parsed).toEqual({
            jsonrpc: '2.0',
            id: '"é',
            result: {
              content: [{ type: 'text', text: body }],
              structuredContent: JSON.parse(body) as unknown,
            },
            after: 'é',
          });
        },
      ),
    );
  });

  it('leaves an answer without a stand-in as it is', () => {
    const text = JSON.stringify({ error: { message: 'nö "body"' } });
    expect(withBody(text, Buffer.from('{"never":"seen"}')).toString()).toBe(text);
  });

  it('is JSON of one line', () => {
    const text = JSON.stringify({ result: STAND_IN });
    expect(() => withBody(text, Buffer.from('{\n}'))).toThrow(TypeError);
  });
});
