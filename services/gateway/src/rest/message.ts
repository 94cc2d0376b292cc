/** Converts parsed input to the protobuf message of an rpc. */
import type { z } from 'zod';

/**
 * Returns the message for an input that the schema `body` has parsed. A list that may be null becomes a message `{ values }`,
 * because protobuf cannot distinguish an empty list from an absent one.
 */
export function toMessage(
  body: z.ZodObject | undefined,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const message: Record<string, unknown> = { ...input };
  for (const [name, field] of Object.entries(body?.shape ?? {})) {
    const values = message[name];
    if (Array.isArray(values) && (field as z.ZodType).safeParse(null).success) message[name] = { values };
  }
  return message;
}
