/** Asks the address of a subscription whether it wants events, so that nobody can have a stranger's address flooded (MCP Events). */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { parseStrictJson } from '@ctx/domain/strict-json';
import type { AddressPolicy } from './public-address.ts';
import { signatureHeaders } from './secrets.ts';
import { DeliveryFailure, mcpReasonOf, post } from './send.ts';

/** More of a response is not read. */
const RESPONSE_BYTES_MAX = 4096;

/** Returns the header by which the receiver of a subscription finds its secret; none for other webhooks. */
export function subscriptionHeader(subscriptionId: string | null): Readonly<Record<string, string>> {
  return subscriptionId === null ? {} : { 'x-mcp-subscription-id': subscriptionId };
}

/** The receiver of a subscription that is about to be added. */
export interface UnverifiedReceiver {
  readonly url: string;
  readonly secret: Buffer;
  readonly subscriptionId: string;
}

/** Sends a challenge to a receiver. Returns null if the response repeats it, otherwise the reason of MCP Events why not. */
export async function verifyReceiver(
  { url, secret, subscriptionId }: UnverifiedReceiver,
  policy: AddressPolicy,
  stopping: AbortSignal,
): Promise<string | null> {
  const challenge = randomBytes(32).toString('base64url');
  const body = JSON.stringify({ type: 'verification', challenge });
  const id = `msg_verification_${randomBytes(16).toString('hex')}`;
  const headers = {
    ...signatureHeaders({ id, seconds: Math.floor(Date.now() / 1000), body }, [secret]),
    ...subscriptionHeader(subscriptionId),
  };
  try {
    const response = await post({ address: url, body, headers, policy, stopping }, RESPONSE_BYTES_MAX);
    return repeats(response, challenge) ? null : 'challenge_failed';
  } catch (error) {
    if (error instanceof DeliveryFailure) return mcpReasonOf(error.message);
    throw error;
  }
}

function repeats(response: Buffer, challenge: string): boolean {
  let given: unknown;
  try {
    given = (parseStrictJson(response.toString()) as { challenge?: unknown } | null)?.challenge;
  } catch {
    return false;
  }
  const [expected, actual] = [Buffer.from(challenge), Buffer.from(typeof given === 'string' ? given : '')];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
