/** The redirect URI of an app, as a page that a browser can show. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Callback {
  readonly address: string;
  close(): void;
}

export async function startCallback(): Promise<Callback> {
  const server = createServer((_request, response) => response.end('back at the app'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${String(port)}/callback`,
    close: () => {
      server.close();
    },
  };
}
