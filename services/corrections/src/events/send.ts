/** Sends one event to its receiver: an https address, or NATS. */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { jetstream } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { type AddressPolicy, faultOfAddress, lookupOf, PrivateAddress } from './public-address.ts';

/** An attempt takes at most this long, from the name of the host to the head of the response. */
export const ATTEMPT_MS_MAX = 10_000;

/** Why an attempt failed, in words that the owner of the webhook may see. */
export class DeliveryFailure extends Error {}

/**
 * Sends `body` by POST. Throws DeliveryFailure unless the response is 2xx. Follows no redirect, and reads no body of the response. A
 * connection is used once, so that each is checked.
 */
export async function post(
  address: string,
  body: string,
  given: Readonly<Record<string, string>>,
  policy: AddressPolicy,
  stopping: AbortSignal,
): Promise<void> {
  const fault = faultOfAddress(address, policy);
  if (fault !== null) throw new DeliveryFailure(`the address ${fault}`);
  const url = new URL(address);
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(ATTEMPT_MS_MAX)]);
  let status: number;
  try {
    status = await statusOf(url, body, given, policy, signal);
  } catch (error) {
    throw new DeliveryFailure(reasonOf(error, signal), { cause: error });
  }
  if (status < 200 || status > 299) throw new DeliveryFailure(`status ${String(status)}`);
}

function statusOf(
  url: URL,
  body: string,
  given: Readonly<Record<string, string>>,
  policy: AddressPolicy,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent: false,
      lookup: lookupOf(policy),
      signal,
      headers: {
        ...given,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'crypto-tax-webhooks',
      },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      resolve(response.statusCode ?? 0);
      // A body of any length is left unread.
      response.destroy();
    });
    request.end(body);
  });
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'no response in time';
  if (error instanceof PrivateAddress) return 'the host is not on the internet';
  const { code = '' } = error as { code?: unknown };
  if (typeof code === 'string' && /CERT|TLS|SSL|SELF_SIGNED|ISSUER/.test(code))
    return 'the certificate is not valid';
  return code === 'ENOTFOUND' || code === 'EAI_AGAIN' ? 'the host has no address' : 'no connection';
}

/** The stream of the platform acknowledges. Without a stream of these subjects, an attempt fails. */
export async function publishEvent(
  connection: NatsConnection | null,
  type: string,
  id: string,
  body: string,
): Promise<void> {
  if (connection === null) throw new DeliveryFailure('NATS is not connected');
  const head = headers();
  head.set('webhook-id', id);
  try {
    // No msgID: after a purge, NATS would acknowledge a repeated one and drop the message.
    await jetstream(connection, { timeout: ATTEMPT_MS_MAX / 2 }).publish(`ctx.events.${type}`, body, {
      headers: head,
    });
  } catch (error) {
    throw new DeliveryFailure('no stream of ctx.events.> acknowledged the event', { cause: error });
  }
}
