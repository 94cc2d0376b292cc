/** Mutual TLS between the services as the chart configures it. */
import { describe, expect, it } from '@jest/globals';
import { render } from './helm.ts';
import {
  type Container,
  containerOf,
  type Manifest,
  ofKind,
  podOf,
  theOne,
  type Variable,
} from './manifests.ts';

const SERVICES = ['gateway', 'read', 'corrections', 'recalc'] as const;
const FOLDER = '/etc/crypto-tax/tls';

/** Returns the TLS-related parts of a component. */
function tlsOf(manifest: Manifest): { secret?: string; mounts: object[]; variables: Variable[] } {
  const container: Container = containerOf(manifest);
  const secret = podOf(manifest).volumes?.find(({ name }) => name === 'tls')?.secret?.secretName;
  return {
    ...(secret === undefined ? {} : { secret }),
    mounts: (container.volumeMounts ?? []).filter(({ name }) => name === 'tls'),
    variables: container.env.filter(({ name }) => name.startsWith('TLS_')),
  };
}

const FILES = [
  { name: 'TLS_CA_FILE', value: `${FOLDER}/ca.crt` },
  { name: 'TLS_CERT_FILE', value: `${FOLDER}/tls.crt` },
  { name: 'TLS_KEY_FILE', value: `${FOLDER}/tls.key` },
];

describe('TLS between the services:', () => {
  it.each([
    ['gateway', 'tax-crypto-tax-tools'],
    ['read', 'tax-crypto-tax-gateway-grpc'],
    ['corrections', 'tax-crypto-tax-gateway-grpc,tax-crypto-tax-tools'],
    ['recalc', 'tax-crypto-tax-corrections,tax-crypto-tax-tools'],
  ])('%s uses the files of its own secret and accepts calls from %s', async (name, callers) => {
    // Kubernetes updates a mounted folder when the secret changes, but not a single mounted file.
    expect(tlsOf(theOne(await render('tls'), 'Deployment', name))).toEqual({
      secret: `crypto-tax-tls-${name}`,
      mounts: [{ name: 'tls', mountPath: FOLDER, readOnly: true }],
      variables: [...FILES, { name: 'TLS_CALLERS', value: callers }],
    });
  });

  it('ctx has a certificate, the migrations have none', async () => {
    const manifests = await render('tls');
    expect(tlsOf(theOne(manifests, 'Deployment', 'tools'))).toEqual({
      secret: 'crypto-tax-tls-tools',
      mounts: [{ name: 'tls', mountPath: FOLDER, readOnly: true }],
      variables: FILES,
    });
    expect(tlsOf(theOne(manifests, 'Job', 'migrations'))).toEqual({ mounts: [], variables: [] });
  });

  it('the accepted callers are those that the network policies allow', async () => {
    const manifests = await render('tls', 'fullnameOverride="money"');
    for (const name of SERVICES) {
      const policy = theOne(manifests, 'NetworkPolicy', name).spec as {
        ingress?: {
          from: { podSelector?: { matchLabels: Record<string, string> } }[];
          ports: { port: number }[];
        }[];
      };
      const reaching = (policy.ingress ?? [])
        .filter(({ ports }) => ports.some(({ port }) => port === 9090))
        .flatMap(({ from }) =>
          from.map((peer) => peer.podSelector?.matchLabels['app.kubernetes.io/component']),
        )
        .map((component) => `money-${component === 'gateway' ? 'gateway-grpc' : String(component)}`);
      const callers = tlsOf(theOne(manifests, 'Deployment', name)).variables.at(-1)?.value;
      expect(callers?.split(',').sort()).toEqual(reaching.sort());
    }
  });

  it('a shared secret is used by all components without their own', async () => {
    const manifests = await render(
      'minimal',
      'tls={"enabled":true,"existingSecret":"all"}',
      'read.tls={"existingSecret":"one"}',
    );
    expect(SERVICES.map((name) => tlsOf(theOne(manifests, 'Deployment', name)).secret)).toEqual([
      'all',
      'one',
      'all',
      'all',
    ]);
  });

  it('it is off by default, with or without secrets', async () => {
    const manifests = await render('tls', 'tls.enabled=false');
    for (const name of [...SERVICES, 'tools'])
      expect(tlsOf(theOne(manifests, 'Deployment', name))).toEqual({ mounts: [], variables: [] });
  });

  it('the gRPC port declares its protocol, and the health port stays unencrypted', async () => {
    const protocols = async (...settings: string[]): Promise<unknown> =>
      ofKind(await render('tls', ...settings), 'Service')
        .map(({ spec }) => spec as { clusterIP?: string; ports: { appProtocol: string }[] })
        .filter(({ clusterIP }) => clusterIP === 'None')
        .map(({ ports }) => ports.map(({ appProtocol }) => appProtocol));
    expect(await protocols()).toEqual(SERVICES.map(() => ['https', 'http']));
    expect(await protocols('tls.enabled=false')).toEqual(SERVICES.map(() => ['kubernetes.io/h2c', 'http']));
  });
});
