/** The balancer in front of the gateways: passes each connection to the next endpoint byte for byte, including its failures. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

export interface Balancer {
  /** Number of connections so far, by endpoint. */
  readonly connections: ReadonlyMap<string, number>;
  /** Connections that no gateway took. */
  readonly rejected: () => number;
  close(): Promise<void>;
}

/** Balances over `hosts()`, called for each connection; never retries. */
export async function startBalancer(
  listenPort: number,
  targetPort: number,
  hosts: () => readonly string[],
): Promise<Balancer> {
  const connections = new Map<string, number>();
  const open = new Set<Socket>();
  let rejected = 0;
  let next = 0;
  const server: Server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    open.add(client);
    client.on('close', () => open.delete(client));
    client.on('error', () => undefined);
    const list = hosts();
    const host = list[(next += 1) % Math.max(1, list.length)];
    if (host === undefined) {
      rejected += 1;
      client.resetAndDestroy();
      return;
    }
    connections.set(host, (connections.get(host) ?? 0) + 1);
    const gateway = connect({ host, port: targetPort, allowHalfOpen: true, noDelay: true });
    let isConnected = false;
    gateway.on('connect', () => (isConnected = true));
    gateway.on('error', () => {
      if (!isConnected) rejected += 1;
      client.resetAndDestroy();
    });
    client.on('close', () => gateway.destroy());
    client.pipe(gateway);
    gateway.pipe(client);
  });
  server.listen(listenPort, '127.0.0.1');
  await once(server, 'listening');
  return {
    connections,
    rejected: () => rejected,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
