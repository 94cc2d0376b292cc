/** The calls of MCP clients about events. The corrections service has their subscriptions. */
import type { SigningKey } from '@ctx/platform/caller';
import { callerMetadata, callUnary } from '@ctx/platform/grpc-client';
import type {
  EventServiceClient,
  PollEventsRequest,
  PollEventsResponse,
  SubscribeRequest,
  Subscription,
  UnsubscribeRequest,
} from '@ctx/proto/gen/ctx/v1/events';
import type { Metadata } from '@grpc/grpc-js';
import type { Identity } from '../../identity/auth/admission.ts';
import type { WebhookNote } from './webhook-handlers.ts';

/** Who calls. What a token or an app subscribes to ends with it. */
export interface EventCall {
  readonly identity: Identity;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** The calls about events. Each rejects with a ServiceError, whose code of rejection events.proto lists. */
export interface EventCalls {
  /** Returns how events can be delivered. */
  deliveryModes(call: EventCall): Promise<readonly string[]>;
  subscribe(call: EventCall, request: Omit<SubscribeRequest, 'credentialId'>): Promise<Subscription>;
  unsubscribe(call: EventCall, request: Omit<UnsubscribeRequest, 'credentialId'>): Promise<void>;
  poll(call: EventCall, request: Omit<PollEventsRequest, 'credentialId'>): Promise<PolledEvents>;
}

/** The response to a poll, with the data of each event. */
export interface PolledEvents extends Omit<PollEventsResponse, 'events'> {
  readonly events: readonly { readonly id: string; readonly timestamp: string; readonly data: unknown }[];
}

const CALL_MS_MAX = 10_000;
/** A receiver has ten seconds to answer. */
const VERIFICATION_MS_MAX = CALL_MS_MAX + 10_000;

/** Returns the calls through a client of corrections. `note` gets the host of an address that was not subscribed before. */
export function eventCalls(client: EventServiceClient, callerKey: SigningKey, note: WebhookNote): EventCalls {
  const signed = ({ identity, requestId }: EventCall): Metadata =>
    callerMetadata({ userId: identity.userId, scope: 'read', via: identity.tokenName, requestId }, callerKey);
  const ofCaller = ({ identity }: EventCall): { credentialId: string } => ({
    credentialId: identity.tokenId,
  });
  return {
    deliveryModes: async (call) =>
      (await callUnary(client.getDeliveryModes.bind(client), {}, signed(call), CALL_MS_MAX, call.signal))
        .modes,
    subscribe: async (call, request) => {
      const method = client.subscribe.bind(client);
      const message = { ...request, ...ofCaller(call) };
      const subscription = await callUnary(method, message, signed(call), VERIFICATION_MS_MAX, call.signal);
      if (subscription.isNewAddress)
        await note(call.identity.userId, 'WEBHOOK_ADDED', new URL(request.url).host);
      return subscription;
    },
    unsubscribe: async (call, request) => {
      const method = client.unsubscribe.bind(client);
      await callUnary(method, { ...request, ...ofCaller(call) }, signed(call), CALL_MS_MAX, call.signal);
    },
    poll: async (call, request) => {
      const method = client.pollEvents.bind(client);
      const message = { ...request, ...ofCaller(call) };
      const response = await callUnary(method, message, signed(call), CALL_MS_MAX, call.signal);
      const events = response.events.map(({ data, ...event }) => ({
        ...event,
        data: JSON.parse(data) as unknown,
      }));
      return { ...response, events };
    },
  };
}
