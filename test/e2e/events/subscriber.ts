/** MCP clients that want events: the one of the AI SDK, and plain messages. */
import type { ServerResponse } from 'node:http';
import { createMCPClient, experimental_createMCPEventWebhook as createMcpEventWebhook } from '@ai-sdk/mcp';
import type {
  Experimental_MCPEvent as McpEvent,
  Experimental_MCPEventStore as McpEventStore,
  Experimental_MCPEventSubscription as StoredSubscription,
  MCPClient,
} from '@ai-sdk/mcp';
import { MODERN, post } from '../mcp/client.ts';
import type { TestStack } from '../stack.ts';
import type { Arrival, Receiver } from './receiver.ts';

/** The subscriptions that the AI SDK remembers, in memory. */
class Memory implements McpEventStore {
  readonly #byKey = new Map<string, StoredSubscription>();

  get(key: string): Promise<StoredSubscription | undefined> {
    return Promise.resolve(this.#byKey.get(key));
  }

  getById(id: string): Promise<StoredSubscription | undefined> {
    return Promise.resolve([...this.#byKey.values()].find((each) => each.id === id));
  }

  set(subscription: StoredSubscription): Promise<void> {
    this.#byKey.set(subscription.key, subscription);
    return Promise.resolve();
  }

  update(key: string, patch: Partial<StoredSubscription>): Promise<void> {
    this.#byKey.set(key, { ...this.#byKey.get(key)!, ...patch });
    return Promise.resolve();
  }

  delete(key: string): Promise<void> {
    this.#byKey.delete(key);
    return Promise.resolve();
  }
}

/** A program of the AI SDK: its MCP client, and its handler of events behind a receiver. */
export interface AiSdkProgram {
  readonly client: MCPClient;
  /** What the program remembers of a subscription. */
  readonly store: McpEventStore;
  /** Events that the handler accepted, each as often as it did. */
  readonly events: readonly McpEvent[];
}

/** Starts a program that the requests of a receiver are passed to. */
export async function startAiSdkProgram(
  stack: TestStack,
  token: string,
  receiver: Receiver,
): Promise<AiSdkProgram> {
  const store = new Memory();
  const events: McpEvent[] = [];
  const handle = createMcpEventWebhook({
    store,
    onEvent: ({ event }) => {
      events.push(event);
      return Promise.resolve();
    },
  });
  receiver.answer(async ({ path, headers, body }, response) => {
    const given = headers as Record<string, string>;
    const url = new URL(path, receiver.url);
    const answer = await handle(new Request(url, { method: 'POST', headers: given, body }));
    response.writeHead(answer.status).end(await answer.text());
  });
  const headers = { authorization: `Bearer ${token}` };
  const client = await createMCPClient({
    transport: { type: 'http', url: `${stack.ready().baseUrl}/mcp`, headers },
    experimental_events: { store },
  });
  return { client, store, events };
}

/** Answers verifications of an address as a receiver that wants events, and accepts all else. */
export function acceptAll({ event, body }: Arrival, response: ServerResponse): void {
  const { challenge } = JSON.parse(body) as { challenge?: string };
  response.writeHead(200).end(event.type === 'verification' ? JSON.stringify({ challenge }) : '');
}

/** The response to a message: a result, or an error of the protocol. */
export interface Reply {
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly data?: unknown };
}

/** Sends a message about events, at the newest revision. */
export async function send(
  stack: TestStack,
  token: string,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
): Promise<Reply> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const headers = { 'mcp-protocol-version': MODERN, 'mcp-method': method };
  const message = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } };
  const { status, text } = await post(stack, token, message, headers);
  if (status !== 200) throw new Error(`${String(status)} ${text}`);
  return JSON.parse(text) as Reply;
}

/** A response to a poll. */
export interface Poll {
  readonly events: readonly { readonly eventId: string; readonly name: string; readonly data: object }[];
  readonly cursor: string;
  readonly truncated: boolean;
  readonly hasMore: boolean;
}

/** Polls for submitted years, and returns the response. */
export async function poll(
  stack: TestStack,
  token: string,
  cursor: string | null,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Poll> {
  const { result, error } = await send(stack, token, 'events/poll', { name: 'year.frozen', cursor, ...more });
  if (result === undefined) throw new Error(JSON.stringify(error));
  return result as unknown as Poll;
}
