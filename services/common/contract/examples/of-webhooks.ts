/** Examples of webhooks. */
import type { Example } from './example.ts';

const WEBHOOK_ID = '3b1f6a52-9c0d-4d3e-8f57-2a6b7c8d9e10';
const WEBHOOK = {
  id: WEBHOOK_ID,
  url: 'https://app.example.org/hooks/tax',
  types: ['figures.changed'],
  createdAt: '2026-07-02T09:00:00Z',
  failingSince: null,
  lastError: null,
  formerUntil: null,
};

export const WEBHOOK_EXAMPLES = {
  listWebhooks: { answer: { webhooks: [WEBHOOK] } },
  addWebhook: {
    body: { url: WEBHOOK.url, types: ['figures.changed'] },
    answer: { webhook: WEBHOOK, signingKey: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' },
  },
  rotateWebhook: {
    parameters: { webhookId: WEBHOOK_ID },
    answer: {
      webhook: { ...WEBHOOK, formerUntil: '2026-07-03T09:10:00Z' },
      signingKey: 'whsec_0b5nGq9oT2xWm7sVh4eYc1kRz8uJp3aLd6fNi0tQwE4=',
    },
  },
  replayEvents: { parameters: { webhookId: WEBHOOK_ID }, answer: { replayed: 3 } },
  removeWebhook: { parameters: { webhookId: WEBHOOK_ID }, answer: { deleted: true } },
} as const satisfies Record<string, Example>;
