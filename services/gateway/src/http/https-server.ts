/** The HTTPS server: its certificate comes from files, and is loaded again when they change. */
import { createServer, type Server } from 'node:https';
import type { ServerOptions } from 'node:http';
import type { Logger } from '@ctx/platform/log';
import { MEASURED } from '@ctx/platform/platform-metrics';
import { type HttpTlsFiles, readHttpCertificate } from '@ctx/platform/tls-files';
import { watchFiles } from '@ctx/platform/watched-files';

/**
 * Creates an HTTPS server (TLS 1.2 or newer) with the options of an HTTP server. New connections get a replaced certificate within 5 s;
 * open ones keep theirs. Files that cannot be used are logged, and the current certificate stays.
 * @throws TlsFault with every fault of the files
 */
export function createHttpsServer(files: HttpTlsFiles, options: ServerOptions, log: Logger): Server {
  const first = readHttpCertificate(files);
  const measured = { expiry: first.expiry };
  MEASURED.certificates.add(measured);
  const server = createServer({
    ...options,
    cert: first.certificate,
    key: first.key,
    // Like the headers of a request; Node's default is two minutes.
    handshakeTimeout: options.headersTimeout,
  });
  const endWatch = watchFiles(first, {
    read: () => readHttpCertificate(files),
    fingerprintOf: ({ fingerprint }) => fingerprint,
    onChange: ({ certificate, key, expiry }) => {
      server.setSecureContext({ cert: certificate, key });
      measured.expiry = expiry;
      log.info({ expires: new Date(expiry.http * 1000) }, 'HTTP certificate reloaded');
    },
    onRejected: (error) => {
      log.warn({ err: error }, 'HTTP certificate not reloaded, keeping the current one');
    },
  });
  server.on('close', () => {
    endWatch();
    MEASURED.certificates.delete(measured);
  });
  return server;
}
