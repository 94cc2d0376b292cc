/** A JSON object of the document. */
export type Json = Record<string, unknown>;

/** The content of a body. */
export function jsonContent(content: Json): Json {
  return { 'application/json': content };
}
