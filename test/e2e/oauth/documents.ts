/** An app that is known by its client id metadata document, and the web in which a gateway finds that document. */
import { type KeyObject, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web of a few documents. A gateway that starts with `nodeOptions` fetches every address from it. */
export interface DocumentWeb {
  readonly nodeOptions: string;
  /** What stands at an address: an object is JSON, a text is an address to redirect to. */
  readonly documents: Map<string, object | string>;
  /** The addresses that were fetched. */
  readonly fetched: string[];
  stop(): Promise<void>;
}

/** Starts a web without documents. */
export async function startDocumentWeb(): Promise<DocumentWeb> {
  const documents = new Map<string, object | string>();
  const fetched: string[] = [];
  const server = createServer((request, response) => {
    const address = decodeURIComponent((request.url ?? '').slice(1));
    fetched.push(address);
    const document = documents.get(address);
    if (typeof document === 'string')
      response.writeHead(302, { location: `/${encodeURIComponent(document)}` }).end();
    else
      response
        .writeHead(document === undefined ? 404 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(document));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // The dispatcher of the OAuth library rejects addresses of this machine.
  const source = `
    const { fetch } = globalThis;
    globalThis.fetch = (address, { dispatcher, ...options } = {}) =>
      fetch('http://127.0.0.1:${String(port)}/' + encodeURIComponent(String(address)), options);`;
  return {
    nodeOptions: `--import data:text/javascript,${encodeURIComponent(source)}`,
    documents,
    fetched,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** A key pair, as an app with `private_key_jwt` has one. */
export interface AppKey {
  readonly privateKey: KeyObject;
  readonly jwks: { readonly keys: readonly object[] };
}

/** Creates a key pair for ES256. */
export function createAppKey(): AppKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    privateKey,
    jwks: { keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
  };
}

/** The parameters by which an app proves itself with a client assertion (RFC 7523), valid for a minute unless `claims` differ. */
export function clientAssertion(
  clientId: string,
  { privateKey }: AppKey,
  audience: string,
  claims: Readonly<Record<string, unknown>> = {},
): Record<string, string> {
  const now = Math.floor(Date.now() / 1000);
  const payload = { iss: clientId, sub: clientId, aud: audience, jti: randomUUID(), iat: now, exp: now + 60 };
  // JSON.stringify writes 1e300 as such, and leaves out what is undefined.
  const signed = [
    { alg: 'ES256', typ: 'JWT' },
    { ...payload, ...claims },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return {
    client_id: clientId,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: `${signed}.${signature.toString('base64url')}`,
  };
}
