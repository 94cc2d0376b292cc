/** Client id metadata documents, and a test web server that serves them to a gateway. */
import { type KeyObject, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A test web. A gateway that starts with `nodeOptions` fetches every address from it. */
export interface DocumentWeb {
  readonly nodeOptions: string;
  /** Documents by address: an object is served as JSON, a string is the target of a redirect. */
  readonly documents: Map<string, object | string>;
  /** Addresses that the gateway has fetched. */
  readonly fetched: string[];
  stop(): Promise<void>;
}

/** Starts a test web without documents. */
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
  // Drops the dispatcher of the OAuth library, which rejects loopback addresses.
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

/** The key pair of an app with `private_key_jwt`. */
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

/**
 * Returns the parameters that authenticate an app with a client assertion (RFC 7523). It is valid for a minute; `claims` override its
 * claims.
 */
export function clientAssertion(
  clientId: string,
  { privateKey }: AppKey,
  audience: string,
  claims: Readonly<Record<string, unknown>> = {},
): Record<string, string> {
  const now = Math.floor(Date.now() / 1000);
  const payload = { iss: clientId, sub: clientId, aud: audience, jti: randomUUID(), iat: now, exp: now + 60 };
  // JSON.stringify keeps 1e300 and drops undefined claims.
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
