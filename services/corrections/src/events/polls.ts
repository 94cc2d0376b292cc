/** Polls of MCP clients: each response has the events since those of the response whose cursor the client sends (docs/events.md, "MCP Events"). */
import { randomUUID } from 'node:crypto';
import { LIMITS } from '@ctx/domain/limits';
import type { Caller } from '@ctx/platform/caller';
import { type Client, type Pool, writeAsUser } from '@ctx/platform/postgres';
import type { PollEventsRequest, PollEventsResponse } from '@ctx/proto/gen/ctx/v1/events';
import {
  hasMoreEvents,
  insertPolls,
  lockSubscriber,
  pollEvents,
  prolongPolls,
  skipEvents,
  type Subscriber,
} from '../store/subscriptions.ts';
import { credentialEnded, requireEvent, subscriberOf } from './subscriptions.ts';

/** The row of polls, and the number of the last response that the client has received. */
const CURSOR = /^(?<webhookId>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?<received>\d{1,9})$/;

/** Returns the events since the cursor of the request. Without one, and for an unknown one, events count from now on. */
export async function poll(
  pool: Pool,
  request: PollEventsRequest,
  caller: Caller,
): Promise<PollEventsResponse> {
  const subscriber = subscriberOf(caller, request.credentialId);
  requireEvent(request.name);
  return writeAsUser(pool, subscriber.userId, async (client) => {
    if (!(await lockSubscriber(client, subscriber))) throw credentialEnded();
    const { webhookId = '', received = '' } = CURSOR.exec(request.cursor ?? '')?.groups ?? {};
    const isKnown = webhookId !== '' && (await prolongPolls(client, subscriber, webhookId, request.name));
    return isKnown
      ? eventsSince(client, subscriber, webhookId, Number(received), request)
      : firstResponse(client, subscriber, request);
  });
}

async function firstResponse(
  client: Client,
  subscriber: Subscriber,
  { name, cursor = null }: PollEventsRequest,
): Promise<PollEventsResponse> {
  const webhookId = randomUUID();
  await insertPolls(client, subscriber, webhookId, name);
  return { events: [], cursor: `${webhookId}.0`, truncated: cursor !== null, hasMore: false };
}

async function eventsSince(
  client: Client,
  subscriber: Subscriber,
  webhookId: string,
  received: number,
  { eventsMax, maxAgeMs = null }: PollEventsRequest,
): Promise<PollEventsResponse> {
  const rowsMax = Math.min(LIMITS.polledEventsMax, Math.max(1, eventsMax));
  const truncated = await skipEvents(client, subscriber, webhookId, maxAgeMs);
  const rows = await pollEvents(client, subscriber, webhookId, received, rowsMax);
  const response = rows[0]?.response ?? received;
  return {
    events: rows.map(({ eventId, happenedAt, data }) => ({
      id: eventId,
      timestamp: new Date(happenedAt).toISOString(),
      data,
    })),
    cursor: `${webhookId}.${String(response)}`,
    truncated,
    hasMore: rows.length === rowsMax && (await hasMoreEvents(client, subscriber, webhookId, response)),
  };
}
