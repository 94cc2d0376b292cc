/** A receiver of webhooks on this machine, which answers as a test says. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { use } from '../kit.ts';
import { waitFor } from '../stack.ts';

/** A request that arrived. */
export interface Arrival {
  readonly atMs: number;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: SentEvent;
}

/** An event as its receiver gets it. */
export interface SentEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly userId: number };
}

type Answer = (arrival: Arrival, response: ServerResponse) => void | Promise<void>;

const ACCEPT: Answer = (_arrival, response) => {
  response.writeHead(204).end();
};

export class Receiver {
  readonly arrivals: Arrival[] = [];
  readonly url: string;
  #answer: Answer = ACCEPT;
  readonly #close: () => void;

  private constructor(url: string, close: () => void) {
    this.url = url;
    this.#close = close;
  }

  static async open(): Promise<Receiver> {
    const server = createServer((request, response) => {
      void text(request).then(async (body) => {
        const event = JSON.parse(body) as SentEvent;
        const { url: path = '/' } = request;
        const arrival = { atMs: performance.now(), path, headers: request.headers, body, event };
        receiver.arrivals.push(arrival);
        await receiver.#answer(arrival, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const receiver: Receiver = new Receiver(`http://127.0.0.1:${String(port)}/hook`, () => {
      server.closeAllConnections();
      server.close();
    });
    return receiver;
  }

  close(): void {
    this.#close();
  }

  /** Answers the next requests in this way; without one, accepts them. */
  answer(answer: Answer = ACCEPT): void {
    this.#answer = answer;
  }

  /** Returns the events of a user that were sent so far, in the order of their arrival. */
  eventsOf(userId: string, type?: string): SentEvent[] {
    return this.arrivals
      .map(({ event }) => event)
      .filter((event) => String(event.data.userId) === userId && (type === undefined || event.type === type));
  }

  /** Waits until events of a user have arrived, and returns them. */
  async until(userId: string, type: string, count = 1): Promise<SentEvent[]> {
    await waitFor(() => this.eventsOf(userId, type).length >= count);
    return this.eventsOf(userId, type);
  }
}

export function useReceiver(): Receiver {
  return use(
    () => Receiver.open(),
    (receiver) => {
      receiver.close();
    },
  );
}

/** Whether the signature of a request is one with this secret, by the library that receivers use. */
export function isSignedWith(secret: string, { body, headers }: Arrival): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
