/** Forwards TCP connections byte for byte, including the failures of their target, like a load balancer or a Service of Kubernetes. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Forwarder {
  readonly port: number;
  close(): Promise<void>;
}

export interface ForwarderTarget {
  readonly host: string;
  readonly port: number;
}

/**
 * Forwards each connection to the target of its moment, and resets it where there is none; never retries. Open connections stay where
 * they are. Listens on a free port by default.
 */
export async function startForwarder(
  target: () => ForwarderTarget | undefined,
  listenPort = 0,
): Promise<Forwarder> {
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    open.add(client);
    client.on('close', () => open.delete(client));
    client.on('error', () => undefined);
    const to = target();
    if (to === undefined) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect({ ...to, allowHalfOpen: true, noDelay: true });
    upstream.on('error', () => client.resetAndDestroy());
    client.on('close', () => upstream.destroy());
    client.pipe(upstream);
    upstream.pipe(client);
  });
  server.listen(listenPort, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
