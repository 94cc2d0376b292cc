/** The operations on webhooks of a user. The corrections service has the webhooks; the access log has who was added and removed. */
import type {
  WebhookRequest,
  ReplayResponse,
  WebhookPath,
  WebhookRemoval,
  WebhooksResponse,
  WebhookWithKey,
} from '@ctx/contract/webhooks';
import type { SigningKey } from '@ctx/platform/caller';
import { callerMetadata, callUnary } from '@ctx/platform/grpc-client';
import type { CreatedWebhook, EventServiceClient, Webhook } from '@ctx/proto/gen/ctx/v1/events';
import { type Metadata, type ServiceError, status } from '@grpc/grpc-js';
import type { z } from 'zod';
import { OperationRejection } from '../../http/rejection-of-status.ts';
import type { OperationCall, OperationHandler } from '../operation-handler.ts';
import type { ResponseBody } from '../response-cache.ts';

/** Notes a webhook that was added or removed in the access log of its user. `target` is its host. */
export type WebhookNote = (
  userId: number,
  action: 'WEBHOOK_ADDED' | 'WEBHOOK_REMOVED',
  target: string,
) => Promise<void>;

const CALL_MS_MAX = 10_000;

/** Returns the handlers of the operations on webhooks. */
export function webhookHandlers(
  client: EventServiceClient,
  callerKey: SigningKey,
  note: WebhookNote,
): Record<
  'listWebhooks' | 'addWebhook' | 'rotateWebhook' | 'replayEvents' | 'removeWebhook',
  OperationHandler
> {
  const signed = ({ identity, requestId }: OperationCall, scope: 'read' | 'write'): Metadata =>
    callerMetadata({ userId: identity.userId, scope, via: identity.tokenName, requestId }, callerKey);
  const idIn = (input: object): string => (input as z.output<typeof WebhookPath>).webhookId.toLowerCase();
  return {
    listWebhooks: async (call) => {
      const method = client.listWebhooks.bind(client);
      const { webhooks } = await callUnary(method, {}, signed(call, 'read'), CALL_MS_MAX);
      return body<typeof WebhooksResponse>({ webhooks: webhooks.map(webhookOf) });
    },
    addWebhook: async (call, input) => {
      const { url, types = [] } = input as z.output<typeof WebhookRequest>;
      const method = client.addWebhook.bind(client);
      const added = await orInvalid(
        callUnary(method, { url, types: [...types] }, signed(call, 'write'), CALL_MS_MAX),
      );
      await note(call.identity.userId, 'WEBHOOK_ADDED', new URL(url).host);
      return withKey(added);
    },
    rotateWebhook: async (call, input) => {
      const method = client.rotateWebhook.bind(client);
      return withKey(await callUnary(method, { id: idIn(input) }, signed(call, 'write'), CALL_MS_MAX));
    },
    replayEvents: async (call, input) => {
      const method = client.replayEvents.bind(client);
      const { replayed } = await callUnary(method, { id: idIn(input) }, signed(call, 'write'), CALL_MS_MAX);
      return body<typeof ReplayResponse>({ replayed });
    },
    removeWebhook: async (call, input) => {
      const method = client.removeWebhook.bind(client);
      const { url } = await callUnary(method, { id: idIn(input) }, signed(call, 'write'), CALL_MS_MAX);
      await note(call.identity.userId, 'WEBHOOK_REMOVED', new URL(url).host);
      return body<typeof WebhookRemoval>({ deleted: true });
    },
  };
}

/** The service says what is wrong with an address, which only it can judge. */
async function orInvalid<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    const { code, details } = error as Partial<ServiceError>;
    if (code !== status.INVALID_ARGUMENT) throw error;
    const message = (details ?? '').replace(/^url: /, '');
    throw new OperationRejection({ rejected: 'INVALID', fieldErrors: [{ field: 'url', message }] });
  }
}

function withKey({ webhook, secret }: CreatedWebhook): ResponseBody {
  if (webhook == null) throw new TypeError('the response has no webhook');
  return body<typeof WebhookWithKey>({ webhook: webhookOf(webhook), signingKey: secret ?? '' });
}

function webhookOf({
  id,
  url,
  types,
  createdAt,
  ...more
}: Webhook): z.output<typeof WebhooksResponse>['webhooks'][0] {
  const { failingSince = null, lastError = null, formerUntil = null } = more;
  return { id, url, types, createdAt, failingSince, lastError, formerUntil };
}

function body<Schema extends z.ZodType>(record: z.output<Schema>): ResponseBody {
  return { bytes: Buffer.from(JSON.stringify(record)) };
}
