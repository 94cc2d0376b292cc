/** How often the gateway lets an address be verified (docs/events.md, "MCP Events"). The rest is in test/e2e/events/mcp-events.test.ts. */
import { LIMITS } from '@ctx/domain/limits';
import { createLogger } from '@ctx/platform/log';
import { rejectionCode } from '@ctx/platform/grpc-server';
import { describe, expect, it } from '@jest/globals';
import { status } from '@grpc/grpc-js';
import type { McpServer } from '@modelcontextprotocol/server';
import type { EventCalls } from '../../answers/webhooks/event-calls.ts';
import { createEventMethods } from './events.ts';
import type { ToolCallContext } from './tools.ts';

const SUBSCRIPTION = {
  id: 'sub_1',
  refreshBefore: '',
  cursor: '',
  truncated: false,
  isNewAddress: true,
  isRefreshed: false,
};

/** Returns how to subscribe an address at a host, and how often an address was verified. */
function gateway(isVerified = false) {
  let verified = 0;
  let charged = 0;
  const calls = {
    subscribe: (_call, { mayVerify }) => {
      if (isVerified) return Promise.resolve(SUBSCRIPTION);
      if (!mayVerify)
        return Promise.reject(
          Object.assign(new Error(), {
            code: status.FAILED_PRECONDITION,
            metadata: rejectionCode('VERIFICATION_NEEDED'),
          }),
        );
      verified += 1;
      return Promise.resolve(SUBSCRIPTION);
    },
  } as Partial<EventCalls> as EventCalls;
  const context = {
    charge: (requests: number) => {
      charged += requests;
      return Promise.resolve(true);
    },
  } as Partial<ToolCallContext> as ToolCallContext;
  const addMethods = createEventMethods(calls, createLogger('gateway', 'info', { write: () => undefined }));
  type Handler = (params: object) => Promise<object>;
  const handlers = new Map<string, Handler>();
  const server = {
    setRequestHandler: (method: string, _schemas: object, handler: Handler) => handlers.set(method, handler),
  } as unknown as McpServer['server'];
  addMethods(server, context);
  return {
    subscribe: (host: string) =>
      handlers.get('events/subscribe')!({
        name: 'year.frozen',
        delivery: { url: `https://${host}/hook`, secret: '' },
      }),
    counts: () => ({ verified, charged }),
  };
}

describe('Subscribing an address that is not verified', () => {
  it('costs several requests of the token', async () => {
    const { subscribe, counts } = gateway();
    await subscribe('example.org');
    expect(counts()).toEqual({ verified: 1, charged: LIMITS.verificationRequests });
  });

  it('is rejected for a host that was verified often in a minute, and not for another one', async () => {
    const { subscribe, counts } = gateway();
    for (let count = 0; count < LIMITS.verificationsOfHostMax; count += 1) await subscribe('example.org');
    const { verified, charged } = counts();
    await expect(subscribe('example.org')).rejects.toMatchObject({
      code: -32_013,
      data: { limit: 'verifications', max: LIMITS.verificationsOfHostMax, retryAfterSeconds: 60 },
    });
    expect(counts()).toEqual({ verified, charged });
    await subscribe('example.com');
    expect(counts().verified).toBe(verified + 1);
  });
});

describe('Subscribing an address that is verified', () => {
  it('costs one request', async () => {
    const { subscribe, counts } = gateway(true);
    await subscribe('example.org');
    expect(counts()).toEqual({ verified: 0, charged: 0 });
  });
});
