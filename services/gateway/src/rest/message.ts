/** Parsed input as the message of its rpc. */
import type { z } from 'zod';

/** Lists that may be absent are messages of their own: protobuf cannot tell an empty list from none. */
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
