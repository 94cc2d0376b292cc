/**
 * The body of a tool's answer goes past the protocol's library, which would take it apart, copy it and write it anew: the
 * library is given a stand-in, and the body takes its place in what the library answers. So `structuredContent` is the body of
 * REST to the digit, as the text is.
 */
import { randomUUID } from 'node:crypto';
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

/** The text of the library's answer with a body, JSON of one line, where the stand-in is; one without a stand-in is as it is. */
export function withBody(text: string, body: string): string {
  return text.replace(STRUCTURED_AS_JSON, () => body).replace(TEXT_AS_JSON, () => JSON.stringify(body));
}
