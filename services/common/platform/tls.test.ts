/** Certificates as files: what cannot be used is rejected at the start, all of it named at once. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readCertificates, TlsFault } from './tls-files.ts';
import { Authority } from '../../../test/certificates.ts';

const CONFIG = fileURLToPath(new URL('./load-config.ts', import.meta.url));
const DAY_MS = 86_400_000;
const NAMES = ['read'];
const authority = new Authority('ours');
const good = authority.issue({ names: NAMES });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ctx-tls-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;
function file(text: string): string {
  files += 1;
  const path = join(folder, `${String(files)}.pem`);
  writeFileSync(path, text);
  return path;
}

/** The faults of three files; none when they can be used. */
function faultsOf(ca: string, certificate: string, key: string): readonly string[] {
  try {
    readCertificates({ ca: file(ca), certificate: file(certificate), key: file(key) });
    return [];
  } catch (error) {
    if (error instanceof TlsFault) return error.faults;
    throw error;
  }
}

describe('Certificates', () => {
  it('are read with their expiry', () => {
    const paths = {
      ca: file(authority.certificate),
      certificate: file(good.certificate),
      key: file(good.key),
    };
    const read = readCertificates(paths);
    expect(read.expiry).toEqual({ own: good.expires, ca: authority.expires });
    expect(readCertificates(paths).fingerprint).toBe(read.fingerprint);
    writeFileSync(paths.ca, `${authority.certificate}${new Authority('next').certificate}`);
    expect(readCertificates(paths).fingerprint).not.toBe(read.fingerprint);
  });

  it('are accepted if any of several authorities signed them', () => {
    const bundle = `${new Authority('other').certificate}\n${authority.certificate}`;
    expect(faultsOf(bundle, good.certificate, good.key)).toEqual([]);
  });

  it('are rejected if they have expired, are not yet valid or are for another purpose', () => {
    const over = authority.issue({ names: NAMES, until: new Date(Date.now() - DAY_MS / 48) });
    expect(faultsOf(authority.certificate, over.certificate, over.key)).toEqual([
      expect.stringMatching(/^TLS_CERT_FILE: expired on \d{4}-\d\d-\d\d$/),
    ]);
    const later = authority.issue({ names: NAMES, from: new Date(Date.now() + DAY_MS) });
    expect(faultsOf(authority.certificate, later.certificate, later.key)).toEqual([
      expect.stringMatching(/^TLS_CERT_FILE: is not valid before \d{4}-\d\d-\d\d$/),
    ]);
    const server = authority.issue({ names: NAMES, purposes: ['server'] });
    expect(faultsOf(authority.certificate, server.certificate, server.key)).toEqual([
      'TLS_CERT_FILE: is not for client auth (extended key usage)',
    ]);
    const old = new Authority('old', new Date(Date.now() - DAY_MS));
    const ofOld = old.issue({ names: NAMES });
    expect(faultsOf(old.certificate, ofOld.certificate, ofOld.key)).toEqual([
      expect.stringMatching(/^TLS_CA_FILE: expired on/),
    ]);
  });

  it('are rejected if another authority signed them, even one of the same name', () => {
    const rejection =
      'TLS_CERT_FILE: is not signed by TLS_CA_FILE, directly or through the intermediate certificates';
    expect(faultsOf(new Authority('other').certificate, good.certificate, good.key)).toEqual([rejection]);
    expect(faultsOf(new Authority('ours').certificate, good.certificate, good.key)).toEqual([rejection]);
  });

  it('are rejected with the private key of another certificate', () => {
    const other = authority.issue({ names: NAMES });
    expect(faultsOf(authority.certificate, good.certificate, other.key)).toEqual([
      'TLS_KEY_FILE: is not the key of TLS_CERT_FILE',
    ]);
  });

  it('are rejected, with the file name, if the file holds no certificate', () => {
    expect(faultsOf(good.key, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', '')).toEqual([
      expect.stringMatching(/^TLS_CA_FILE: ".*\.pem" is not a certificate in PEM$/),
      expect.stringMatching(/^TLS_CERT_FILE: ".*\.pem" is not a certificate in PEM$/),
      expect.stringMatching(/^TLS_KEY_FILE: ".*\.pem" is not a private key in PEM without a passphrase$/),
    ]);
  });
});

/** The faults that a process ends with which reads these settings. */
function faultsAtStart(environment: Readonly<Record<string, string>>): string[] {
  const names = ['GRPC_ADDRESS', 'TLS_CA_FILE', 'TLS_CERT_FILE', 'TLS_KEY_FILE', 'TLS_CALLERS'];
  const source = `import { loadConfig } from ${JSON.stringify(CONFIG)};
    loadConfig('test', ${JSON.stringify(names)});`;
  try {
    execFileSync(process.execPath, ['--input-type=module', '-e', source], {
      env: environment,
      stdio: 'pipe',
    });
    return [];
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: Buffer };
    expect(status).toBe(2);
    return stderr
      .toString()
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((fault) => fault.trim());
  }
}

describe('The TLS settings', () => {
  it('must be set all three or not at all', () => {
    expect(faultsAtStart({})).toEqual([]);
    expect(faultsAtStart({ TLS_CA_FILE: file(authority.certificate), TLS_CALLERS: 'gateway' })).toEqual([
      'TLS_CERT_FILE: is required together with TLS_CA_FILE and TLS_KEY_FILE',
      'TLS_KEY_FILE: is required together with TLS_CA_FILE and TLS_CERT_FILE',
    ]);
    expect(faultsAtStart({ TLS_CALLERS: 'gateway' })).toEqual([
      'TLS_CALLERS: needs TLS_CA_FILE, TLS_CERT_FILE and TLS_KEY_FILE',
    ]);
  });

  it('report every fault of the files together with those of other settings', () => {
    const over = authority.issue({ names: NAMES, until: new Date(Date.now() - DAY_MS / 48) });
    const faults = faultsAtStart({
      GRPC_ADDRESS: 'nowhere',
      TLS_CA_FILE: join(folder, 'missing.pem'),
      TLS_CERT_FILE: file(over.certificate),
      TLS_KEY_FILE: file(good.key),
      TLS_CALLERS: 'gateway',
    });
    expect(faults).toEqual([
      expect.stringMatching(/^GRPC_ADDRESS: /),
      expect.stringMatching(/^TLS_CA_FILE: ".*missing\.pem" cannot be read \(ENOENT\)$/),
      expect.stringMatching(/^TLS_CERT_FILE: expired on /),
      'TLS_KEY_FILE: is not the key of TLS_CERT_FILE',
    ]);
  });

  it('accept only DNS names as callers', () => {
    expect(faultsAtStart({ TLS_CALLERS: 'gateway, tools.tax' })).toHaveLength(1);
    expect(faultsAtStart({ TLS_CALLERS: 'https://gateway' })[0]).toMatch(/is not a DNS name/);
  });
});
