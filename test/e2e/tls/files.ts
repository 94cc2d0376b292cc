/** Certificates on disk as a volume of a secret has them: replaced all at once, by one link. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TlsFiles } from '@ctx/platform/tls-files';
import type { IssuedCertificate } from '../../certificates.ts';

const NAMES = { ca: 'ca.crt', certificate: 'tls.crt', key: 'tls.key' } as const;

export class SecretVolume {
  readonly folder = mkdtempSync(join(tmpdir(), 'ctx-tls-'));
  readonly files: TlsFiles = {
    ca: join(this.folder, NAMES.ca),
    certificate: join(this.folder, NAMES.certificate),
    key: join(this.folder, NAMES.key),
  };
  #versions = 0;

  constructor(ca: string, issued: IssuedCertificate) {
    this.put(ca, issued);
    for (const name of Object.values(NAMES)) symlinkSync(join('..data', name), join(this.folder, name));
  }

  /** As settings of a service. */
  get settings(): Record<string, string> {
    const { ca, certificate, key } = this.files;
    return { TLS_CA_FILE: ca, TLS_CERT_FILE: certificate, TLS_KEY_FILE: key };
  }

  put(ca: string, { certificate, key }: Pick<IssuedCertificate, 'certificate' | 'key'>): void {
    this.#versions += 1;
    const version = `..${String(this.#versions)}`;
    mkdirSync(join(this.folder, version));
    const texts = { ca, certificate, key };
    for (const which of ['ca', 'certificate', 'key'] as const)
      writeFileSync(join(this.folder, version, NAMES[which]), texts[which], { mode: 0o600 });
    symlinkSync(version, join(this.folder, '..new'));
    renameSync(join(this.folder, '..new'), join(this.folder, '..data'));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
