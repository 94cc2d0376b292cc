/**
 * The body of a tool's answer goes past the protocol's library, which would take it apart, copy it and write it anew: the
 * library is given a stand-in, and the body takes its place in what the library answers. So `structuredContent` is the body of
 * REST to the digit, as the text is.
 */
import { randomUUID } from 'node:crypto';
import { JsonBytes } from '@ctx/common/contract/json-bytes';
import type { CallToolResult } from '@modelcontextprotocol/server';

/** Nobody outside knows it, so that nobody can ask for one. */
const MARK = `body ${randomUUID()}`;
const STRUCTURED = { [MARK]: true };

/** A result with a body, but for the body. */
export const STAND_IN: CallToolResult = {
  content: [{ type: 'text', text: MARK }],
  structuredContent: STRUCTURED,
};

const [TEXT_AS_JSON, STRUCTURED_AS_JSON] = [JSON.stringify(MARK), JSON.stringify(STRUCTURED)];

// The first of two that begin at one place is taken: the mark alone stands within the other.
const STAND_INS = new RegExp(`${STRUCTURED_AS_JSON.replace(/[{}]/g, String.raw`\$&`)}|${TEXT_AS_JSON}`, 'g');

/** One for all: an answer is written without a pause. */
const WRITER = new JsonBytes();

/**
 * The text of the library's answer with a body, JSON of one line, where the stand-in is; one without a stand-in is as it is. In
 * bytes: as texts, copied four times and escaped, a page cost three times as much.
 */
export function withBody(text: string, body: Uint8Array): Buffer {
  WRITER.clear();
  let written = 0;
  for (const { 0: found, index } of text.matchAll(STAND_INS)) {
    WRITER.text(text.slice(written, index));
    if (found === STRUCTURED_AS_JSON) WRITER.verbatim(body);
    else WRITER.quotedJson(body);
    written = index + found.length;
  }
  WRITER.text(text.slice(written));
  return WRITER.copy();
}
