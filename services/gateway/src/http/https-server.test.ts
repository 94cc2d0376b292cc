/** HTTPS with a certificate from files, which is replaced while connections are open. */
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect as connectTcp } from 'node:net';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createLogger } from '@ctx/platform/log';
import { type HttpTlsFiles, TlsFault } from '@ctx/platform/tls-files';
import { Authority, type IssuedCertificate } from '../../../../test/certificates.ts';
import { SecretFolder } from '../../../../test/secret-folder.ts';
import { METRICS } from '../metrics.ts';
import { closeHttpServer, createHttpServer } from './server.ts';

const LOOK_MS = 5000;
const authority = new Authority('ours');
const [first, second] = [
  authority.issue({ names: ['localhost'] }),
  authority.issue({ names: ['localhost'] }),
];
const log = createLogger('test', 'silent');
const answer: RequestListener = (_request, response) => {
  response.end('ok');
};
const textsOf = ({ certificate, key }: IssuedCertificate) => ({ 'tls.crt': certificate, 'tls.key': key });

let folder: SecretFolder;
let server: Server;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'performance', 'Date'] });
  folder = new SecretFolder(textsOf(first));
  server = createHttpServer(answer, { log, tls: filesIn(folder) }).listen(0, '127.0.0.1');
});
afterEach(() => {
  jest.useRealTimers();
  server.closeAllConnections();
  server.close();
  folder.remove();
});

function filesIn(secret: SecretFolder): HttpTlsFiles {
  return { certificate: secret.file('tls.crt'), key: secret.file('tls.key') };
}

async function open(): Promise<TLSSocket> {
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: authority.certificate });
  await once(socket, 'secureConnect');
  return socket;
}

async function ask(socket: TLSSocket): Promise<string> {
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return String(((await once(socket, 'data')) as [Buffer])[0]);
}

const shown = (socket: TLSSocket): PeerCertificate => socket.getPeerCertificate();

describe('the HTTPS server', () => {
  it('shows a replaced certificate to new connections, and keeps those that are open', async () => {
    const kept = await open();
    expect(await ask(kept)).toMatch(/^HTTP\/1\.1 200/);
    const before = shown(kept).fingerprint256;
    folder.put(textsOf(second));
    jest.advanceTimersByTime(LOOK_MS);
    const fresh = await open();
    expect(shown(fresh).fingerprint256).not.toBe(before);
    for (const socket of [kept, fresh]) {
      expect(await ask(socket)).toMatch(/^HTTP\/1\.1 200/);
      socket.destroy();
    }
  });

  it('keeps its certificate while the files do not match', async () => {
    folder.put({ 'tls.crt': second.certificate, 'tls.key': first.key });
    jest.advanceTimersByTime(LOOK_MS);
    const socket = await open();
    expect(await ask(socket)).toMatch(/^HTTP\/1\.1 200/);
    socket.destroy();
  });

  it('closes a connection that speaks plain HTTP, and counts no request', async () => {
    if (!server.listening) await once(server, 'listening');
    const before = await METRICS.requests.get();
    const socket = connectTcp((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    socket.resume();
    await once(socket, 'close');
    expect(await METRICS.requests.get()).toEqual(before);
  });

  it('rejects TLS 1.1', async () => {
    if (!server.listening) await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const old = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, maxVersion: 'TLSv1.1' });
    await expect(once(old, 'secureConnect')).rejects.toThrow(/protocol|version|alert|EPROTO|ECONNRESET/i);
  });

  it('does not wait for connections that have never sent a request when it closes', async () => {
    jest.useRealTimers();
    const silent = await open();
    silent.resume();
    await Promise.all([closeHttpServer(server), once(silent, 'close')]);
  });

  it('does not start with a certificate that is for another purpose, has expired or is of another key', () => {
    const start = (texts: Readonly<Record<string, string>>) => () => {
      folder.put(texts);
      createHttpServer(answer, { log, tls: filesIn(folder) });
    };
    const client = authority.issue({ names: ['localhost'], purposes: ['client'] });
    const expired = authority.issue({ names: ['localhost'], until: new Date(Date.now() - 1000) });
    expect(start(textsOf(client))).toThrow(
      new TlsFault(['HTTP_TLS_CERT_FILE: is not for server auth (extended key usage)']),
    );
    expect(start(textsOf(expired))).toThrow(/^HTTP_TLS_CERT_FILE: expired on/);
    expect(start({ 'tls.crt': first.certificate, 'tls.key': second.key })).toThrow(
      'HTTP_TLS_KEY_FILE: is not the key of HTTP_TLS_CERT_FILE',
    );
    const serverOnly = authority.issue({ names: ['localhost'], purposes: ['server'] });
    expect(start(textsOf(serverOnly))).not.toThrow();
  });
});
