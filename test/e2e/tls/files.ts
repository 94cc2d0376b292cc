/** Certificates on disk as a volume of a secret has them. */
import type { TlsFiles } from '@ctx/platform/tls-files';
import type { IssuedCertificate } from '../../certificates.ts';
import { SecretFolder } from '../../secret-folder.ts';

const NAMES = { ca: 'ca.crt', certificate: 'tls.crt', key: 'tls.key' } as const;

export class SecretVolume {
  readonly #folder: SecretFolder;

  constructor(ca: string, issued: IssuedCertificate) {
    this.#folder = new SecretFolder(textsOf(ca, issued));
  }

  get files(): TlsFiles {
    return {
      ca: this.#folder.file(NAMES.ca),
      certificate: this.#folder.file(NAMES.certificate),
      key: this.#folder.file(NAMES.key),
    };
  }

  /** As settings of a service. */
  get settings(): Record<string, string> {
    const { ca, certificate, key } = this.files;
    return { TLS_CA_FILE: ca, TLS_CERT_FILE: certificate, TLS_KEY_FILE: key };
  }

  put(ca: string, issued: Pick<IssuedCertificate, 'certificate' | 'key'>): void {
    this.#folder.put(textsOf(ca, issued));
  }

  remove(): void {
    this.#folder.remove();
  }
}

function textsOf(ca: string, { certificate, key }: Pick<IssuedCertificate, 'certificate' | 'key'>) {
  return { [NAMES.ca]: ca, [NAMES.certificate]: certificate, [NAMES.key]: key };
}
