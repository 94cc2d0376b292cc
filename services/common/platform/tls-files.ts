/** Reads certificates from files, and checks that together they can be used. */
import { createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Paths of files in PEM. */
export interface TlsFiles {
  /** Certificates of the trusted authorities. */
  readonly ca: string;
  /** The certificate of this process, followed by intermediate certificates. */
  readonly certificate: string;
  /** Its private key. */
  readonly key: string;
}

/** The content of the files. */
export interface Certificates {
  readonly ca: Buffer;
  readonly certificate: Buffer;
  readonly key: Buffer;
  /** Equal files have equal fingerprints. */
  readonly fingerprint: string;
  /** Expiry of the process's own certificate and of its authority's, in seconds since 1970. */
  readonly expiry: { readonly own: number; readonly ca: number };
}

/** Paths of the files of an HTTPS server, in PEM. */
export interface HttpTlsFiles {
  /** Its certificate, followed by intermediate certificates. */
  readonly certificate: string;
  /** Its private key. */
  readonly key: string;
}

/** The content of these files. */
export interface HttpCertificate {
  readonly certificate: Buffer;
  readonly key: Buffer;
  readonly fingerprint: string;
  /** Expiry in seconds since 1970. */
  readonly expiry: { readonly http: number };
}

/** The certificates cannot be used. `faults` are lines that start with the setting's name. */
export class TlsFault extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(faults.join('; '));
    this.faults = faults;
  }
}

const HTTP_SETTING = { certificate: 'HTTP_TLS_CERT_FILE', key: 'HTTP_TLS_KEY_FILE' } as const;
const SETTING = { ca: 'TLS_CA_FILE', certificate: 'TLS_CERT_FILE', key: 'TLS_KEY_FILE' } as const;
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
// RFC 5280, 4.2.1.12: a certificate that lists purposes is valid for these only.
const PURPOSES = { 'server auth': '1.3.6.1.5.5.7.3.1', 'client auth': '1.3.6.1.5.5.7.3.2' } as const;

/**
 * Reads and checks the three files.
 * @throws TlsFault with every fault
 */
export function readCertificates(files: TlsFiles, nowMs = Date.now()): Certificates {
  const faults: string[] = [];
  const ca = read(files.ca, SETTING.ca, faults, certificatesIn);
  const { own, key, leaf } = readOwn(files, SETTING, faults, nowMs);
  const root = own === null || ca === null ? undefined : rootOf(own.parsed, ca.parsed);
  if (own !== null && ca !== null && root === undefined)
    faults.push(
      `${SETTING.certificate}: is not signed by ${SETTING.ca}, directly or through the intermediate certificates`,
    );
  if (root !== undefined && Date.parse(root.validTo) < nowMs)
    faults.push(`${SETTING.ca}: expired on ${day(root.validTo)}`);
  if (ca === null || own === null || key === null || leaf === undefined || root === undefined)
    throw new TlsFault(faults);
  if (faults.length > 0) throw new TlsFault(faults);
  const bytes = { ca: ca.bytes, certificate: own.bytes, key: key.bytes };
  const expiry = { own: Date.parse(leaf.validTo) / 1000, ca: Date.parse(root.validTo) / 1000 };
  return { ...bytes, fingerprint: fingerprintOf(Object.values(bytes)), expiry };
}

/**
 * Reads and checks the files of an HTTPS server.
 * @throws TlsFault with every fault
 */
export function readHttpCertificate(files: HttpTlsFiles, nowMs = Date.now()): HttpCertificate {
  const faults: string[] = [];
  const { own, key, leaf } = readOwn(files, HTTP_SETTING, faults, nowMs);
  if (own === null || key === null || leaf === undefined || faults.length > 0) throw new TlsFault(faults);
  const bytes = { certificate: own.bytes, key: key.bytes };
  const expiry = { http: Date.parse(leaf.validTo) / 1000 };
  return { ...bytes, fingerprint: fingerprintOf(Object.values(bytes)), expiry };
}

/** Reads the certificate of this process and its key. `settings` name them in `faults`. */
function readOwn(
  files: HttpTlsFiles,
  settings: typeof SETTING | typeof HTTP_SETTING,
  faults: string[],
  nowMs: number,
): OwnFiles {
  const own = read(files.certificate, settings.certificate, faults, certificatesIn);
  const key = read(files.key, settings.key, faults, privateKeyIn);
  const [leaf] = own?.parsed ?? [];
  if (leaf !== undefined) faults.push(...faultsOfOwn(leaf, settings, nowMs));
  if (leaf !== undefined && key !== null && !leaf.checkPrivateKey(key.parsed))
    faults.push(`${settings.key}: is not the key of ${settings.certificate}`);
  return { own, key, leaf };
}

interface OwnFiles {
  readonly own: { readonly bytes: Buffer; readonly parsed: readonly X509Certificate[] } | null;
  readonly key: { readonly bytes: Buffer; readonly parsed: KeyObject } | null;
  readonly leaf: X509Certificate | undefined;
}

function read<Parsed>(
  path: string,
  setting: string,
  faults: string[],
  parse: (bytes: Buffer) => Parsed | string,
): { bytes: Buffer; parsed: Parsed } | null {
  const found = readOrFault(path, parse);
  if (typeof found !== 'string') return found;
  faults.push(`${setting}: ${found}`);
  return null;
}

function readOrFault<Parsed>(
  path: string,
  parse: (bytes: Buffer) => Parsed | string,
): { bytes: Buffer; parsed: Parsed } | string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return `${JSON.stringify(path)} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`;
  }
  const parsed = parse(bytes);
  return typeof parsed === 'string' ? `${JSON.stringify(path)} ${parsed}` : { bytes, parsed };
}

function certificatesIn(bytes: Buffer): X509Certificate[] | string {
  const texts = bytes.toString('latin1').match(PEM) ?? [];
  try {
    return texts.length === 0
      ? 'is not a certificate in PEM'
      : texts.map((text) => new X509Certificate(text));
  } catch {
    return 'is not a certificate in PEM';
  }
}

function privateKeyIn(bytes: Buffer): KeyObject | string {
  try {
    return createPrivateKey(bytes);
  } catch {
    return 'is not a private key in PEM without a passphrase';
  }
}

function faultsOfOwn(
  { validFrom, validTo, keyUsage: listed }: X509Certificate,
  settings: typeof SETTING | typeof HTTP_SETTING,
  nowMs: number,
): string[] {
  const faults: string[] = [];
  const setting = settings.certificate;
  if (Date.parse(validTo) < nowMs) faults.push(`${setting}: expired on ${day(validTo)}`);
  if (Date.parse(validFrom) > nowMs) faults.push(`${setting}: is not valid before ${day(validFrom)}`);
  // Undefined if the certificate lists no purposes; the declared type is wrong.
  const purposes = listed as readonly string[] | undefined;
  for (const [name, id] of Object.entries(PURPOSES))
    if (purposes !== undefined && !purposes.includes(id) && (name === 'server auth' || settings === SETTING))
      faults.push(`${setting}: is not for ${name} (extended key usage)`);
  return faults;
}

/** Returns the self-signed certificate among `authorities` at the end of `chain`. */
function rootOf(
  chain: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
): X509Certificate | undefined {
  const left = new Set([...chain.slice(1), ...authorities]);
  let [at] = chain;
  while (at !== undefined && !isSignedBy(at, at)) {
    const below: X509Certificate = at;
    at = [...left].find((one) => isSignedBy(below, one));
    if (at !== undefined) left.delete(at);
  }
  return authorities.find((one) => one.fingerprint256 === at?.fingerprint256);
}

function isSignedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function fingerprintOf(files: readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const bytes of files) hash.update(`${String(bytes.length)}:`).update(bytes);
  return hash.digest('base64');
}

const day = (date: string): string => new Date(date).toISOString().slice(0, 10);
