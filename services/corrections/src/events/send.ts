/** Sends one event to its receiver: an https address, or NATS. */
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { jetstream } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { type AddressPolicy, faultOfAddress, lookupOf, PrivateAddress } from './public-address.ts';

/** An attempt takes at most this long, from the name of the host to the head of the response. */
export const ATTEMPT_MS_MAX = 10_000;

/** Why an attempt failed, in words that the owner of the webhook may see. */
export class DeliveryFailure extends Error {
  /** Whether the receiver said that the body is too large, so that it would be each time. */
  get isTooLarge(): boolean {
    return this.message === statusText(413);
  }
}

/** A message by POST. */
export interface OutgoingRequest {
  readonly address: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly policy: AddressPolicy;
  readonly stopping: AbortSignal;
}

/**
 * Sends a body by POST, and returns the first `bytesMax` bytes of the response. Throws DeliveryFailure unless the response is 2xx. Follows
 * no redirect. A connection is used once, so that each is checked.
 */
export async function post(request: OutgoingRequest, bytesMax = 0): Promise<Buffer> {
  const fault = faultOfAddress(request.address, request.policy);
  if (fault !== null) throw new DeliveryFailure(`the address ${fault}`);
  const signal = AbortSignal.any([request.stopping, AbortSignal.timeout(ATTEMPT_MS_MAX)]);
  try {
    const response = await responseTo(request, signal);
    const { statusCode = 0 } = response;
    if (statusCode < 200 || statusCode > 299) {
      response.destroy();
      throw new DeliveryFailure(statusText(statusCode));
    }
    return await firstBytes(response, bytesMax);
  } catch (error) {
    if (error instanceof DeliveryFailure) throw error;
    throw new DeliveryFailure(reasonOf(error, signal), { cause: error });
  }
}

function statusText(status: number): string {
  return `status ${String(status)}`;
}

/** Reads the beginning of a response, of which the rest is left unread, whatever its length. */
async function firstBytes(response: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  if (bytesMax > 0)
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= bytesMax) break;
    }
  response.destroy();
  return Buffer.concat(chunks).subarray(0, bytesMax);
}

function responseTo(
  { address, body, headers: given, policy }: OutgoingRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const url = new URL(address);
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
    request.once('response', resolve);
    request.end(body);
  });
}

const NO_RESPONSE = 'no response in time';
const NO_CERTIFICATE = 'the certificate is not valid';

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return NO_RESPONSE;
  if (error instanceof PrivateAddress) return 'the host is not on the internet';
  const { code = '' } = error as { code?: unknown };
  if (typeof code === 'string' && /CERT|TLS|SSL|SELF_SIGNED|ISSUER/.test(code)) return NO_CERTIFICATE;
  return code === 'ENOTFOUND' || code === 'EAI_AGAIN' ? 'the host has no address' : 'no connection';
}

/** Returns the reason of MCP Events for a failed attempt, from its text. Redirects, which are not followed, count as rejections. */
export function mcpReasonOf(text: string): string {
  if (text === NO_RESPONSE) return 'timeout';
  if (text === NO_CERTIFICATE) return 'tls_error';
  if (text.startsWith('status 5')) return 'http_5xx';
  return text.startsWith('status ') ? 'http_4xx' : 'connection_refused';
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
