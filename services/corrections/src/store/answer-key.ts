/** Reads from a call the key under which its response is stored. */
import { LIMITS } from '@ctx/domain/limits';
import { CALL_METADATA, IDEMPOTENCY_METADATA } from '@ctx/platform/caller';
import type { Metadata } from '@grpc/grpc-js';
import type { AnswerKey } from './answers.ts';

/** Returns the client's key, else the id of the gateway's call; null without one. */
export function keyOf(metadata: Metadata): AnswerKey | null {
  const key = textOf(metadata, IDEMPOTENCY_METADATA, LIMITS.idempotencyKeyCharactersMax);
  if (key !== null) return { key: `key:${key}`, isClients: true };
  const call = textOf(metadata, CALL_METADATA, LIMITS.idempotencyKeyCharactersMax);
  return call === null ? null : { key: `call:${call}`, isClients: false };
}

function textOf(metadata: Metadata, name: string, charactersMax: number): string | null {
  const [value] = metadata.get(name);
  return typeof value === 'string' && value.length <= charactersMax ? value : null;
}
