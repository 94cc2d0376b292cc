/**
 * Keeps the body of a tool result out of the MCP library, which would parse, copy and serialise it again. The library gets a
 * placeholder instead, and the body replaces it in the library's response. So `structuredContent` and the text have exactly the
 * digits of the REST body.
 */
import { randomUUID } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { JsonBytes } from '../../answers/transcode/json-bytes.ts';

/** Random and never sent to a client, so that no client can make a message contain it. */
const MARK = `body ${randomUUID()}`;
const STRUCTURED = { [MARK]: true };

/** The tool result that the library gets, with a placeholder in the text and in the structured content. */
export const PLACEHOLDER: CallToolResult = {
  content: [{ type: 'text', text: MARK }],
  structuredContent: STRUCTURED,
};

const [TEXT_AS_JSON, STRUCTURED_AS_JSON] = [JSON.stringify(MARK), JSON.stringify(STRUCTURED)];

// The order matters: the structured placeholder contains the text placeholder.
const PLACEHOLDERS = new RegExp(
  `${STRUCTURED_AS_JSON.replace(/[{}]/g, String.raw`\$&`)}|${TEXT_AS_JSON}`,
  'g',
);

/** Shared by all calls: `withBody` is synchronous. */
const WRITER = new JsonBytes();

/**
 * Replaces the placeholders in the library's response by a body, which is JSON on one line. A response without a placeholder is
 * unchanged. It writes bytes: with strings, which were copied four times and escaped, a page took three times as long.
 */
export function withBody(text: string, body: Uint8Array): Buffer {
  WRITER.clear();
  let written = 0;
  for (const { 0: found, index } of text.matchAll(PLACEHOLDERS)) {
    WRITER.text(text.slice(written, index));
    if (found === STRUCTURED_AS_JSON) WRITER.verbatim(body);
    else WRITER.quotedJson(body);
    written = index + found.length;
  }
  WRITER.text(text.slice(written));
  return WRITER.copy();
}
