/** Certificates for tests: an authority of its own, and what it signs (RFC 5280, in DER by hand: no program is needed for it). */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** A certificate and its key, both PEM. */
export interface IssuedCertificate {
  readonly certificate: string;
  readonly key: string;
  /** Seconds since 1970. */
  readonly expires: number;
}

interface CertificateRequest {
  /** DNS names and IPv4 addresses. */
  readonly names: readonly string[];
  readonly from?: Date;
  readonly until?: Date;
  /** Extended key usages; both unless told. */
  readonly purposes?: readonly (keyof typeof PURPOSES)[];
}

const DAY_MS = 86_400_000;
const PURPOSES = { server: '1.3.6.1.5.5.7.3.1', client: '1.3.6.1.5.5.7.3.2' } as const;

/** Signs certificates; `certificate` is its own, PEM. */
export class Authority {
  readonly name: string;
  readonly certificate: string;
  readonly expires: number;
  readonly #key: KeyObject;

  constructor(name: string, until = new Date(Date.now() + 30 * DAY_MS)) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.name = name;
    this.#key = privateKey;
    this.expires = seconds(until);
    const isAuthority = extension('2.5.29.19', true, sequence(der(0x01, Buffer.from([0xff]))));
    this.certificate = this.#sign({
      subject: name,
      publicKey,
      from: new Date(Date.now() - 30 * DAY_MS),
      until,
      extensions: [isAuthority],
    });
  }

  /** A certificate for names, from an hour ago for ten days unless told. */
  issue({ names, from, until, purposes = ['server', 'client'] }: CertificateRequest): IssuedCertificate {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const alternatives = names.map((name) =>
      isIPv4(name) ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name)),
    );
    const end = until ?? new Date(Date.now() + 10 * DAY_MS);
    const certificate = this.#sign({
      subject: names[0] ?? '',
      publicKey,
      from: from ?? new Date(Date.now() - DAY_MS / 24),
      until: end,
      extensions: [
        extension('2.5.29.17', false, sequence(...alternatives)),
        extension('2.5.29.37', false, sequence(...purposes.map((purpose) => oid(PURPOSES[purpose])))),
      ],
    });
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    return { certificate, key, expires: seconds(end) };
  }

  #sign(request: {
    readonly subject: string;
    readonly publicKey: KeyObject;
    readonly from: Date;
    readonly until: Date;
    readonly extensions: readonly Buffer[];
  }): string {
    const algorithm = sequence(oid('1.2.840.10045.4.3.2'));
    const serial = Buffer.concat([Buffer.from([1]), randomBytes(15)]);
    const toSign = sequence(
      der(0xa0, der(0x02, Buffer.from([2]))),
      der(0x02, serial),
      algorithm,
      nameOf(this.name),
      sequence(time(request.from), time(request.until)),
      nameOf(request.subject),
      request.publicKey.export({ type: 'spki', format: 'der' }),
      der(0xa3, sequence(...request.extensions)),
    );
    const signature = Buffer.concat([Buffer.from([0]), sign('sha256', toSign, this.#key)]);
    const lines = sequence(toSign, algorithm, der(0x03, signature))
      .toString('base64')
      .match(/.{1,64}/g);
    return ['-----BEGIN CERTIFICATE-----', ...(lines ?? []), '-----END CERTIFICATE-----', ''].join('\n');
  }
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size =
    length < 0x80
      ? [length]
      : length < 0x100
        ? [0x81, length]
        : [0x82, Math.floor(length / 0x100), length % 0x100];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const base128 = (value: number): number[] => {
    const digits = [value % 0x80];
    for (let left = Math.floor(value / 0x80); left > 0; left = Math.floor(left / 0x80))
      digits.unshift((left % 0x80) + 0x80);
    return digits;
  };
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function nameOf(commonName: string): Buffer {
  return sequence(der(0x31, sequence(oid('2.5.4.3'), der(0x0c, Buffer.from(commonName)))));
}

function time(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return der(0x17, Buffer.from(digits.slice(2)));
}

function extension(id: string, isCritical: boolean, value: Buffer): Buffer {
  const critical = isCritical ? [der(0x01, Buffer.from([0xff]))] : [];
  return sequence(oid(id), ...critical, der(0x04, value));
}
