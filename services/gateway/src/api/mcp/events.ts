/** The methods of MCP Events (SEP-3415): what can be subscribed to, subscriptions by webhook, and polls. */
import { MCP_EVENTS } from '@ctx/contract/mcp-events';
import { LIMITS } from '@ctx/domain/limits';
import type { Logger } from '@ctx/platform/log';
import { rejectionCodeOf } from '@ctx/platform/grpc-client';
import type { Subscription } from '@ctx/proto/gen/ctx/v1/events';
import { type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { EventCalls } from '../../answers/webhooks/event-calls.ts';
import { isDisconnect } from '../../http/disconnect-signal.ts';
import { failureOf } from '../../http/failures.ts';
import { MinuteBudget } from '../../http/minute-budget.ts';
import {
  errorOfRejection,
  invalidParameterError,
  notFoundError,
  tooManyRequestsError,
  unsupportedModeError,
} from './event-errors.ts';
import type { ToolCallContext } from './tools.ts';

/** What the server declares: ChatGPT looks for `events`, and the extension has an id (SEP-2133). */
export const EVENT_CAPABILITIES = {
  events: {},
  extensions: { 'io.modelcontextprotocol/events': {} },
};

const NEXT_POLL_MS = 30_000;

const text = z.string({ error: 'must be a text' });
const cursor = text.nullish();
const milliseconds = z
  .int({ error: 'must be a whole number' })
  .min(0, { error: 'must not be negative' })
  .nullish();
const KEY = {
  name: text,
  arguments: z.strictObject({}, { error: 'must be an object without fields' }).nullish(),
};
const delivery = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.looseObject(shape, { error: 'must be an object' });

const ModeParams = z.looseObject({ delivery: delivery({ mode: text.nullish() }) });
const SubscribeParams = z.looseObject({
  ...KEY,
  delivery: delivery({ url: text, secret: text }),
  cursor,
  ttlMs: milliseconds,
  maxAgeMs: milliseconds,
});
const UnsubscribeParams = z.looseObject({ ...KEY, delivery: delivery({ url: text }) });
const PollParams = z.looseObject({
  ...KEY,
  cursor,
  maxEvents: z.int({ error: 'must be a whole number' }).min(1, { error: 'must be at least 1' }).nullish(),
  maxAgeMs: milliseconds,
});

type Params = Record<string, unknown>;
type Method = (params: Params, context: ToolCallContext) => Promise<Record<string, unknown>>;

/** Adds the methods of MCP Events to the server of one request. */
export type EventMethods = (server: McpServer['server'], context: ToolCallContext) => void;

/** Creates the methods. Each costs what a request costs; the verification of an address costs more. */
export function createEventMethods(calls: EventCalls, log: Logger): EventMethods {
  const hosts = new MinuteBudget(LIMITS.verificationsOfHostMax);
  const methods: Readonly<Record<string, Method>> = {
    'events/list': (_params, context) => list(calls, context),
    'events/subscribe': (params, context) => subscribe(calls, hosts, params, context),
    'events/unsubscribe': (params, context) => unsubscribe(calls, params, context),
    'events/poll': (params, context) => poll(calls, params, context),
  };
  return (server, context) => {
    for (const [name, method] of Object.entries(methods))
      server.setRequestHandler(name, { params: z.looseObject({}) }, async (params) => {
        try {
          return await method(params, context);
        } catch (error) {
          throw protocolErrorOf(error, log, context);
        }
      });
  };
}

/** Returns the error that a client gets. What is no rejection is logged. */
function protocolErrorOf(error: unknown, log: Logger, { requestId, signal }: ToolCallContext): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const rejection = errorOfRejection(error);
  if (rejection !== null) return rejection;
  if (!isDisconnect(error, signal)) failureOf(error, log, requestId);
  return new ProtocolError(ProtocolErrorCode.InternalError, 'the call failed');
}

async function list(calls: EventCalls, context: ToolCallContext): Promise<Record<string, unknown>> {
  const modes = await calls.deliveryModes(context);
  return { events: MCP_EVENTS.map((event) => ({ ...event, delivery: modes })) };
}

async function subscribe(
  calls: EventCalls,
  hosts: MinuteBudget,
  params: Params,
  context: ToolCallContext,
): Promise<Record<string, unknown>> {
  const { mode } = parse(ModeParams, params).delivery;
  if (mode != null && mode !== 'webhook') throw unsupportedModeError(mode);
  const { name, delivery: receiver, ...wanted } = parse(SubscribeParams, params);
  requireEvent(name);
  const { cursor: since, ttlMs, maxAgeMs } = wanted;
  const { url, secret } = receiver;
  const request = { name, url, secret, cursor: since, ttlMs, maxAgeMs };
  try {
    return resultOf(await calls.subscribe(context, { ...request, mayVerify: false }));
  } catch (error) {
    if (rejectionCodeOf(error) !== 'VERIFICATION_NEEDED') throw error;
  }
  await payVerification(hosts, url, context);
  return resultOf(await calls.subscribe(context, { ...request, mayVerify: true }));
}

/** A verification calls an address that may be a stranger's, so a token can cause few of them, and a host gets few. */
async function payVerification(hosts: MinuteBudget, url: string, context: ToolCallContext): Promise<void> {
  const waitSeconds = hosts.take(new URL(url).host);
  if (waitSeconds > 0)
    throw tooManyRequestsError('verifications', LIMITS.verificationsOfHostMax, waitSeconds);
  if (!(await context.charge(LIMITS.verificationRequests)))
    throw tooManyRequestsError('requests', LIMITS.ratePerMinuteMax, context.budget.resetSeconds);
}

function resultOf(subscription: Subscription): Record<string, unknown> {
  const { id, refreshBefore, truncated, isRefreshed, failingSince, lastError } = subscription;
  const deliveryStatus = {
    active: true,
    lastError: lastError ?? null,
    ...(failingSince == null ? {} : { failedSince: new Date(failingSince).toISOString() }),
  };
  return {
    id,
    refreshBefore,
    cursor: subscription.cursor,
    truncated,
    ...(isRefreshed ? { deliveryStatus } : {}),
  };
}

async function unsubscribe(
  calls: EventCalls,
  params: Params,
  context: ToolCallContext,
): Promise<Record<string, unknown>> {
  const { name, delivery: receiver } = parse(UnsubscribeParams, params);
  requireEvent(name);
  await calls.unsubscribe(context, { name, url: receiver.url });
  return {};
}

async function poll(
  calls: EventCalls,
  params: Params,
  context: ToolCallContext,
): Promise<Record<string, unknown>> {
  const { name, cursor: since, maxAgeMs, maxEvents } = parse(PollParams, params);
  requireEvent(name);
  const eventsMax = Math.min(maxEvents ?? LIMITS.polledEventsDefault, LIMITS.polledEventsMax);
  const response = await calls.poll(context, { name, cursor: since, maxAgeMs, eventsMax });
  return {
    events: response.events.map(({ id, timestamp, data }) => ({
      eventId: id,
      name,
      timestamp,
      data,
    })),
    cursor: response.cursor,
    truncated: response.truncated,
    hasMore: response.hasMore,
    nextPollMs: NEXT_POLL_MS,
  };
}

function requireEvent(name: string): void {
  if (!MCP_EVENTS.some((event) => event.name === name)) throw notFoundError('event');
}

/** Returns parsed parameters. The reasons of the schemas are our own texts, which repeat nothing that a client sent. */
function parse<Schema extends z.ZodType>(schema: Schema, params: Params): z.output<Schema> {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidParameterError(issue?.path.join('.') ?? '', issue?.message ?? '');
}
