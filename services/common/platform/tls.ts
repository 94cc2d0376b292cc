/**
 * Mutual TLS between the services: certificates from files, taken anew when they are replaced, and who may call whom.
 * grpc-js offers this under `experimental`, and its own watcher takes whatever the files hold, half of a replacement too: then
 * it refuses every connection. Here what is not whole is not taken, and what was before stays.
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

/** The settings that `startTls` needs. */
export const TLS_SETTINGS = ['TLS_CA_FILE', 'TLS_CERT_FILE', 'TLS_KEY_FILE', 'TLS_CALLERS'] as const;

// A volume of a secret is up to date within a minute or so; three small files cost nothing to read.
const LOOK_MS = 5000;

/** Certificates of this process, for its gRPC server and its clients alike. */
export interface Tls {
  /** A client's: verifies the server by the name it is called by. */
  readonly channel: ChannelCredentials;
  /** A server's: whoever has no certificate of the authority is refused before a byte of gRPC. */
  readonly server: ServerCredentials;
  /** Of a server: whose certificates may call it, where that is said. */
  readonly interceptors: ServerInterceptor[];
  close(): void;
}

/** As the settings say: null where no certificates are named. */
export function startTls(config: Config<(typeof TLS_SETTINGS)[number]>, log: Logger): Tls | null {
  const { TLS_CA_FILE: ca, TLS_CERT_FILE: certificate, TLS_KEY_FILE: key, TLS_CALLERS: callers } = config;
  if (ca === undefined || certificate === undefined || key === undefined) return null;
  const tls = openTls({ ca, certificate, key }, log);
  return callers.length === 0 ? tls : { ...tls, interceptors: [callersOnly(callers, log)] };
}

/**
 * Reads the files, and again every 5 s; without a log they are read once.
 * @throws TlsFault naming all that is wrong with them
 */
export function openTls(files: TlsFiles, log?: Logger): Tls {
  const watched = new WatchedFiles(files, log);
  return {
    channel: experimental.createCertificateProviderChannelCredentials(watched, watched),
    server: experimental.createCertificateProviderServerCredentials(watched, watched, true),
    interceptors: [],
    close: () => {
      watched.close();
    },
  };
}

/** Credentials of a channel: plain where there are no certificates. */
export function channelCredentials(tls: Tls | null): ChannelCredentials {
  return tls?.channel ?? credentials.createInsecure();
}

/** Credentials of a server: plain where there are no certificates. */
export function serverCredentials(tls: Tls | null): ServerCredentials {
  return tls?.server ?? ServerCredentials.createInsecure();
}

type CaListener = Parameters<experimental.CertificateProvider['addCaCertificateListener']>[0];
type IdentityListener = Parameters<experimental.CertificateProvider['addIdentityCertificateListener']>[0];

/** Tells grpc-js of certificates, at once and whenever others are there. Standing connections are left as they are. */
class WatchedFiles implements experimental.CertificateProvider {
  readonly #files: TlsFiles;
  readonly #log: Logger | undefined;
  readonly #caListeners = new Set<CaListener>();
  readonly #identityListeners = new Set<IdentityListener>();
  readonly #timer: NodeJS.Timeout | undefined;
  #certificates: Certificates;
  #refusal = '';

  constructor(files: TlsFiles, log: Logger | undefined) {
    this.#files = files;
    this.#log = log;
    this.#certificates = readCertificates(files);
    MEASURED.certificates.add(this);
    if (log === undefined) return;
    this.#timer = setInterval(() => {
      this.#look();
    }, LOOK_MS);
    this.#timer.unref();
  }

  get expiry(): Certificates['expiry'] {
    return this.#certificates.expiry;
  }

  close(): void {
    clearInterval(this.#timer);
    MEASURED.certificates.delete(this);
  }

  #look(): void {
    try {
      const read = readCertificates(this.#files);
      this.#refusal = '';
      if (read.fingerprint === this.#certificates.fingerprint) return;
      this.#certificates = read;
      this.#log?.info({ expires: new Date(read.expiry.own * 1000) }, 'certificates reloaded');
      for (const listener of this.#caListeners) this.#tellCa(listener);
      for (const listener of this.#identityListeners) this.#tellIdentity(listener);
    } catch (error) {
      // Said once, not every five seconds.
      if (String(error) === this.#refusal) return;
      this.#refusal = String(error);
      this.#log?.warn({ err: error }, 'certificates not reloaded, keeping the current ones');
    }
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
    // Whoever adds it is not ready to be told yet.
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

/** Refuses calls over connections whose certificate holds none of these DNS names. */
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
        const details = 'the certificate of the caller is of none that may call this service';
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
 * What a connection is known by: its certificate never changes, and grpc-js reads it anew for each call, at a third of a
 * millisecond (measured). Not part of its interface; where it is missing, the call stands for itself.
 */
function connectionOf(call: object): object {
  return (call as { readonly stream?: { readonly session?: object } }).stream?.session ?? call;
}

/** DNS names of a verified certificate. */
function namesIn(certificate: PeerCertificate | undefined): string[] {
  const alternatives = certificate?.subjectaltname ?? '';
  // Node puts a name in quotes that could pass for several; names of services need none.
  if (alternatives.includes('"')) return [];
  return alternatives
    .split(', ')
    .filter((name) => name.startsWith('DNS:'))
    .map((name) => name.slice('DNS:'.length));
}
