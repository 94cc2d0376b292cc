/** An address that moves from one server to another, like a Service of Kubernetes: new connections go to the current server. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface MovingAddress {
  readonly port: number;
  /** Sends new connections to another port of this machine. Open connections stay where they are. */
  moveTo(port: number): void;
  close(): void;
}

/** Starts to forward connections to a port of this machine. */
export async function startAddress(firstPort: number): Promise<MovingAddress> {
  let target = firstPort;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    moveTo: (port) => {
      target = port;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
