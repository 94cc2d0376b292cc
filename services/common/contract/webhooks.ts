/** Webhooks of a user: who gets events, and the operations on them (docs/events.md). */
import { EVENT_TYPES } from '@ctx/domain/event-types';
import { LIMITS } from '@ctx/domain/limits';
import { z } from 'zod';
import { NONE, type Operation } from './operation.ts';
import { id, text, WHERE } from './requests.ts';
import { dateTime, int32, nullableText, uuid } from './scalars.ts';

/** The webhook in a path. */
export const WebhookPath = z.strictObject({ webhookId: id('The `id` of a webhook.', WHERE.webhooks) });

export const WebhookRequest = z
  .strictObject({
    url: text(LIMITS.webhookCharactersMax).describe(
      'Address (https) that gets the events, by POST. Its host must be on the internet.',
    ),
    types: z
      .array(z.enum(EVENT_TYPES))
      .max(EVENT_TYPES.length)
      .optional()
      .describe('Types of events. By default all, also those of later releases.'),
  })
  .meta({ id: 'WebhookRequest' });

export const Webhook = z
  .object({
    id: uuid().describe('Names the webhook in the other requests.'),
    url: z.string().describe('Where events are sent.'),
    types: z.array(z.string()).describe('Types of events. Empty: all.'),
    createdAt: dateTime().describe('When it was added.'),
    failingSince: dateTime().nullish().describe('Since when no attempt succeeded; null after a delivery.'),
    lastError: nullableText().describe('Why the last attempt failed.'),
    formerUntil: dateTime()
      .nullish()
      .describe('Until when the former key signs too, after a rotation; null without one.'),
  })
  .meta({ id: 'Webhook' });

export const WebhooksResponse = z
  .object({ webhooks: z.array(Webhook).describe('All webhooks of the user, oldest first.') })
  .meta({ id: 'WebhooksResponse' });

export const WebhookWithKey = z
  .object({
    webhook: Webhook.describe('The webhook as it is stored.'),
    signingKey: z
      .string()
      .describe('`whsec_` and base64: verifies what the webhook gets. Only this response has it; store it.'),
  })
  .meta({ id: 'WebhookWithKey' });

export const WebhookRemoval = z
  .object({ deleted: z.boolean().describe('True: the webhook gets nothing any more.') })
  .meta({ id: 'WebhookRemoval' });

export const ReplayResponse = z
  .object({ replayed: int32().describe('Events that are sent again.') })
  .meta({ id: 'ReplayResponse' });

export const WEBHOOK_OPERATIONS = [
  {
    id: 'listWebhooks',
    method: 'GET',
    path: '/api/v1/webhooks',
    tag: 'Webhooks',
    scope: 'read',
    answeredBy: 'gateway',
    summary: 'Webhooks of the user',
    description: 'Where events of the user are sent, and whether they arrive.',
    pathParameters: NONE,
    query: NONE,
    response: WebhooksResponse,
    rejections: [],
  },
  {
    id: 'addWebhook',
    method: 'POST',
    path: '/api/v1/webhooks',
    tag: 'Webhooks',
    scope: 'write',
    answeredBy: 'gateway',
    summary: 'Send events to an address',
    description: `Events say that figures changed, an import ended or somebody signed in, with ids and times alone. They are signed as Standard Webhooks says, sent at least once and in order, and repeated for three days. See the guide Events. A user has at most ${String(LIMITS.webhooksMax)} webhooks. The access log has the host. A webhook stays when the token that added it is revoked.`,
    pathParameters: NONE,
    query: NONE,
    body: WebhookRequest,
    withoutIdempotency: true,
    response: WebhookWithKey,
    rejections: ['TOO_MANY_WEBHOOKS', 'WEBHOOKS_OFF'],
  },
  {
    id: 'rotateWebhook',
    method: 'POST',
    path: '/api/v1/webhooks/{webhookId}/rotate',
    tag: 'Webhooks',
    scope: 'write',
    answeredBy: 'gateway',
    summary: 'Replace the key of a webhook',
    description: 'Returns a new key. For a day events have signatures of the new and of the former key.',
    pathParameters: WebhookPath,
    query: NONE,
    withoutIdempotency: true,
    response: WebhookWithKey,
    rejections: ['NOT_FOUND', 'WEBHOOKS_OFF'],
  },
  {
    id: 'replayEvents',
    method: 'POST',
    path: '/api/v1/webhooks/{webhookId}/replay',
    tag: 'Webhooks',
    scope: 'write',
    answeredBy: 'gateway',
    summary: 'Send again what did not arrive',
    description: 'Sends the events again that no attempt of three days delivered. They are kept for 30 days.',
    pathParameters: WebhookPath,
    query: NONE,
    withoutIdempotency: true,
    response: ReplayResponse,
    rejections: ['NOT_FOUND'],
  },
  {
    id: 'removeWebhook',
    method: 'DELETE',
    path: '/api/v1/webhooks/{webhookId}',
    tag: 'Webhooks',
    scope: 'write',
    answeredBy: 'gateway',
    summary: 'Remove a webhook',
    description: 'Removes a webhook with the events that it has yet to get.',
    pathParameters: WebhookPath,
    query: NONE,
    withoutIdempotency: true,
    response: WebhookRemoval,
    rejections: ['NOT_FOUND'],
  },
] as const satisfies readonly Operation[];
