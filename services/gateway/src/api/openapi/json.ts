/** A JSON object in the document. */
export type Json = Record<string, unknown>;

/** Returns the content object of a JSON body. */
export function jsonContent(content: Json): Json {
  return { 'application/json': content };
}
