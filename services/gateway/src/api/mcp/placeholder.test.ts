/** The response body of a tool replaces its placeholder. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PLACEHOLDER, withBody } from './placeholder.ts';

const { content, structuredContent } = PLACEHOLDER;

describe('Replacing the placeholder by the response body', () => {
  it('puts the exact JSON text of the body into structuredContent and into the text block', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()),
        fc.boolean(),
        (value, isReversed) => {
          const body = JSON.stringify(value);
          const result = isReversed ? { structuredContent, content } : { content, structuredContent };
          const text = JSON.stringify({ jsonrpc: '2.0', id: '"é', result, after: 'é' });
          const response = withBody(text, Buffer.from(body)).toString();
          const parsed = JSON.parse(response) as { result: { content: [{ text: string }] } };
          expect(parsed.result.content[0].text).toBe(body);
          expect(response).toContain(`"structuredContent":${body}`);
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

  it('leaves a response without a placeholder unchanged', () => {
    const text = JSON.stringify({ error: { message: 'nö "body"' } });
    expect(withBody(text, Buffer.from('{"never":"seen"}')).toString()).toBe(text);
  });

  it('throws for a body that is not JSON on one line', () => {
    const text = JSON.stringify({ result: PLACEHOLDER });
    expect(() => withBody(text, Buffer.from('{\n}'))).toThrow(TypeError);
  });
});
