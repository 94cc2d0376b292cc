/** Certificates of the cluster's authority as secrets, and the values that turn on TLS between services and HTTPS at the gateway. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../../deploy/stack/process.ts';
import type { Cluster } from './cluster.ts';
import { runInPod } from './load.ts';
import { pkiOf } from './nodes/addresses.ts';
import { sign } from './nodes/certificates.ts';
import { type Release, SERVICES } from './release.ts';
import { INGRESS, NAMESPACE } from './servers.ts';

const HTTP_SECRET = 'http-tls';
const RELOAD_MS_MAX = 150_000;

/** A secret with a certificate for some DNS names, the first of which is its subject, and for an address. */
interface Certificate {
  readonly secret: string;
  readonly namespace?: string;
  readonly names: readonly [string, ...string[]];
  readonly address?: string;
}

/** Creates the secret, or replaces its certificate by a new one. */
export async function createCertificate(
  cluster: Cluster,
  { secret, namespace = NAMESPACE, names, address }: Certificate,
): Promise<void> {
  const pki = pkiOf(cluster.parts);
  const text = (ending: string): string => readFileSync(join(pki, `${secret}.${ending}`), 'utf8');
  const alternatives = [
    ...names.map((name) => `DNS:${name}`),
    ...(address === undefined ? [] : [`IP:${address}`]),
  ];
  sign(pki, secret, `/CN=${names[0]}`, alternatives);
  await cluster.apply({
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'kubernetes.io/tls',
    metadata: { name: secret, namespace },
    stringData: {
      'tls.crt': text('crt'),
      'tls.key': text('key'),
      'ca.crt': authorityOf(cluster),
    },
  });
}

/** Returns the certificate of the cluster's authority. */
export function authorityOf({ parts }: Cluster): string {
  return readFileSync(join(pkiOf(parts), 'ca.crt'), 'utf8');
}

/** Creates a secret with a certificate for each service and for `ctx`; returns the values that use them. */
export async function enableTls(cluster: Cluster, release: Release): Promise<Record<string, unknown>> {
  const names = [...SERVICES, 'tools'];
  for (const name of names) {
    const host = name === 'gateway' ? `${release.fullName}-gateway-grpc` : `${release.fullName}-${name}`;
    // The second name is for callers in other namespaces.
    await createCertificate(cluster, { secret: `tls-${name}`, names: [host, `${host}.${NAMESPACE}`] });
  }
  return {
    'tls.enabled': true,
    ...Object.fromEntries(names.map((name) => [`${name}.tls.existingSecret`, `tls-${name}`])),
  };
}

/** Creates a new certificate for the gateway's public port; returns the values that use it. */
export async function enableHttps(cluster: Cluster, release: Release): Promise<Record<string, unknown>> {
  const address = await release.gatewayAddress();
  await createCertificate(cluster, { secret: HTTP_SECRET, names: [`${release.fullName}-gateway`], address });
  return { 'tls.http.existingSecret': HTTP_SECRET, 'gateway.service.port': 443 };
}

/** Replaces the gateway's certificate and waits until each of its pods uses the new one. */
export async function replaceHttpCertificate(cluster: Cluster, release: Release): Promise<void> {
  await enableHttps(cluster, release);
  const wanted = readFileSync(join(pkiOf(cluster.parts), `${HTTP_SECRET}.crt`), 'utf8').trim();
  const hosts = (await release.pods('gateway')).map(({ status }) => status.podIP);
  await until(async () => {
    const served = JSON.parse(await runInPod(cluster, INGRESS, { hosts, wanted }, SERVED)) as boolean[];
    if (!served.every(Boolean)) throw new Error('a gateway still has the old certificate');
  }, RELOAD_MS_MAX);
}

const SERVED = `
  import { X509Certificate } from 'node:crypto';
  import { once } from 'node:events';
  import tls from 'node:tls';
  const { fingerprint256 } = new X509Certificate(settings.wanted);
  const served = await Promise.all(settings.hosts.map(async (host) => {
    const socket = tls.connect({ host, port: 8080, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const own = socket.getPeerCertificate().fingerprint256;
    socket.destroy();
    return own === fingerprint256;
  }));
  console.log(JSON.stringify(served));
`;
