/** Certificates of the services, and the values that turn on TLS between them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cluster } from './cluster.ts';
import { pkiOf } from './nodes/addresses.ts';
import { sign } from './nodes/certificates.ts';
import { type Release, SERVICES } from './release.ts';
import { NAMESPACE } from './servers.ts';

/** Creates a secret with a certificate for each service and for `ctx`; returns the values that use them. */
export async function enableTls(cluster: Cluster, release: Release): Promise<Record<string, unknown>> {
  const pki = pkiOf(cluster.parts);
  const names = [...SERVICES, 'tools'];
  const text = (file: string): string => readFileSync(join(pki, file), 'utf8');
  for (const name of names) {
    const host = name === 'gateway' ? `${release.fullName}-gateway-grpc` : `${release.fullName}-${name}`;
    sign(pki, `tls-${name}`, `/CN=${host}`, [`DNS:${host}`]);
    await cluster.apply({
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'kubernetes.io/tls',
      metadata: { name: `tls-${name}`, namespace: NAMESPACE },
      stringData: {
        'tls.crt': text(`tls-${name}.crt`),
        'tls.key': text(`tls-${name}.key`),
        'ca.crt': text('ca.crt'),
      },
    });
  }
  return {
    'tls.enabled': true,
    ...Object.fromEntries(names.map((name) => [`${name}.tls.existingSecret`, `tls-${name}`])),
  };
}
