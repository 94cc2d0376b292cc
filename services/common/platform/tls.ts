/**
 * Mutual TLS between the services: certificates from files, reloaded when the files change, and an allow-list of callers.
 * grpc-js offers this under `experimental`. Its own file watcher would also load a half-finished replacement and then reject
 * every connection. Here such files are rejected, and the previous certificates stay in use.
 */
import type { PeerCertificate } from 'node:tls';
import {
  type ChannelCredentials,
  credentials,
  experimental,
  ResponderBuilder,
  ServerCredentials,
  type ServerInterceptor,
  ServerInterceptingCall,
  ServerListenerBuilder,
  status,
} from '@grpc/grpc-js';
import type { Config } from './config.ts';
import type { Logger } from './log.ts';
import { MEASURED } from './platform-metrics.ts';
import { type Certificates, readCertificates, type TlsFiles } from './tls-files.ts';
import { watchFiles } from './watched-files.ts';

/** The settings that `startTls` needs. */
export const TLS_SETTINGS = ['TLS_CA_FILE', 'TLS_CERT_FILE', 'TLS_KEY_FILE', 'TLS_CALLERS'] as const;

/** TLS credentials of this process, for its gRPC server and its gRPC clients. */
export interface Tls {
  /** For clients: verifies that the server's certificate has the name in its address. */
  readonly channel: ChannelCredentials;
  /** For the server: rejects clients without a certificate of the authority before any gRPC. */
  readonly server: ServerCredentials;
  /** For the server: rejects callers outside TLS_CALLERS, if that is set. */
  readonly interceptors: ServerInterceptor[];
  /** Stops watching the files. */
  close(): void;
}

/** Starts TLS as configured. Returns null if the settings name no certificates. */
export function startTls(config: Config<(typeof TLS_SETTINGS)[number]>, log: Logger): Tls | null {
  const { TLS_CA_FILE: ca, TLS_CERT_FILE: certificate, TLS_KEY_FILE: key, TLS_CALLERS: callers } = config;
  if (ca === undefined || certificate === undefined || key === undefined) return null;
  const tls = openTls({ ca, certificate, key }, log);
  return callers.length === 0 ? tls : { ...tls, interceptors: [callersOnly(callers, log)] };
}

/**
 * Reads the files, and reloads them every 5 s; without a log they are read once.
 * @throws TlsFault with every fault
 */
export function openTls(files: TlsFiles, log?: Logger): Tls {
  const watched = new WatchedCertificates(files, log);
  return {
    channel: experimental.createCertificateProviderChannelCredentials(watched, watched),
    server: experimental.createCertificateProviderServerCredentials(watched, watched, true),
    interceptors: [],
    close: () => {
      watched.close();
    },
  };
}

/** Returns the credentials of a channel; not encrypted without certificates. */
export function channelCredentials(tls: Tls | null): ChannelCredentials {
  return tls?.channel ?? credentials.createInsecure();
}

/** Returns the credentials of a server; not encrypted without certificates. */
export function serverCredentials(tls: Tls | null): ServerCredentials {
  return tls?.server ?? ServerCredentials.createInsecure();
}

type CaListener = Parameters<experimental.CertificateProvider['addCaCertificateListener']>[0];
type IdentityListener = Parameters<experimental.CertificateProvider['addIdentityCertificateListener']>[0];

/** Gives grpc-js the certificates, at first and whenever they change. Open connections keep theirs. */
class WatchedCertificates implements experimental.CertificateProvider {
  readonly #caListeners = new Set<CaListener>();
  readonly #identityListeners = new Set<IdentityListener>();
  readonly #endWatch: () => void;
  #certificates: Certificates;

  constructor(files: TlsFiles, log: Logger | undefined) {
    this.#certificates = readCertificates(files);
    MEASURED.certificates.add(this);
    this.#endWatch = log === undefined ? () => undefined : this.#watch(files, log);
  }

  get expiry(): Certificates['expiry'] {
    return this.#certificates.expiry;
  }

  close(): void {
    this.#endWatch();
    MEASURED.certificates.delete(this);
  }

  #watch(files: TlsFiles, log: Logger): () => void {
    return watchFiles(this.#certificates, {
      read: () => readCertificates(files),
      fingerprintOf: ({ fingerprint }) => fingerprint,
      onChange: (read) => {
        this.#certificates = read;
        log.info({ expires: new Date(read.expiry.own * 1000) }, 'certificates reloaded');
        for (const listener of this.#caListeners) this.#tellCa(listener);
        for (const listener of this.#identityListeners) this.#tellIdentity(listener);
      },
      onRejected: (error) => {
        log.warn({ err: error }, 'certificates not reloaded, keeping the current ones');
      },
    });
  }

  #tellCa(listener: CaListener): void {
    listener({ caCertificate: this.#certificates.ca });
  }

  #tellIdentity(listener: IdentityListener): void {
    const { certificate, key: privateKey } = this.#certificates;
    listener({ certificate, privateKey });
  }

  addCaCertificateListener(listener: CaListener): void {
    this.#caListeners.add(listener);
    // grpc-js is not ready for the certificates before this call has returned.
    process.nextTick(() => {
      this.#tellCa(listener);
    });
  }

  removeCaCertificateListener(listener: CaListener): void {
    this.#caListeners.delete(listener);
  }

  addIdentityCertificateListener(listener: IdentityListener): void {
    this.#identityListeners.add(listener);
    process.nextTick(() => {
      this.#tellIdentity(listener);
    });
  }

  removeIdentityCertificateListener(listener: IdentityListener): void {
    this.#identityListeners.delete(listener);
  }
}

/** Rejects calls over connections whose certificate has none of these DNS names. */
function callersOnly(names: readonly string[], log: Logger): ServerInterceptor {
  const known = new WeakMap<object, readonly string[]>();
  return (method, call) => {
    const connection = connectionOf(call);
    const given = known.get(connection) ?? namesIn(call.getAuthContext().sslPeerCertificate);
    known.set(connection, given);
    if (given.some((name) => names.includes(name))) return new ServerInterceptingCall(call);
    const listener = new ServerListenerBuilder()
      .withOnReceiveMetadata(() => {
        log.warn(
          { rpc: method.path, caller: given },
          'call rejected: the client certificate may not call this service',
        );
        const details = 'the certificate of the caller may not call this service';
        call.sendStatus({ code: status.PERMISSION_DENIED, details });
      })
      .build();
    const responder = new ResponderBuilder().withStart((next) => {
      next(listener);
    });
    return new ServerInterceptingCall(call, responder.build());
  };
}

/**
 * Returns an object that identifies the connection of a call. The certificate of a connection never changes, but grpc-js reads
 * it for each call, which takes a third of a millisecond (measured). The session is not part of grpc-js's interface; without it
 * the call itself is returned.
 */
function connectionOf(call: object): object {
  return (call as { readonly stream?: { readonly session?: object } }).stream?.session ?? call;
}

/** Returns the DNS names of a verified certificate. */
function namesIn(certificate: PeerCertificate | undefined): string[] {
  const alternatives = certificate?.subjectaltname ?? '';
  // Node quotes a name that could be read as several names. Names of services need no quotes.
  if (alternatives.includes('"')) return [];
  return alternatives
    .split(', ')
    .filter((name) => name.startsWith('DNS:'))
    .map((name) => name.slice('DNS:'.length));
}
