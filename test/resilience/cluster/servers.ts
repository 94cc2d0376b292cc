/** What the chart does not install: NATS and names as pods, the namespace and secrets of docs/operations/install.md. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cluster } from './cluster.ts';
import { CONTROL_PLANE, DNS, pkiOf, SERVER } from './nodes/addresses.ts';
import { REPOSITORY, TAGS } from './parts/images.ts';
import { imageOf } from './parts/pack.ts';
import { createPostgres, databaseAddress } from './postgres.ts';

export const NAMESPACE = 'crypto-tax';
/** The secret with the keys of the services. */
export const KEYS = 'crypto-tax-keys';
/** The namespace whose pods may call the gateway. */
export const INGRESS = 'ingress';
const ROLES = ['owner', 'gateway', 'read', 'corrections', 'recalc'] as const;

/** Starts PostgreSQL, NATS, names of services and a pod that calls the API. */
export async function startServers(cluster: Cluster): Promise<void> {
  await createPostgres(cluster);
  await cluster.apply(
    ...namespaces(),
    ...postgresService(),
    ...nats(),
    ...(await dns(cluster)),
    caller(INGRESS),
    caller('default'),
  );
  await createSecrets(cluster, NAMESPACE);
  const deployments = [
    ['kube-system', 'coredns'],
    ['nats', 'nats'],
    [INGRESS, 'client'],
    ['default', 'client'],
  ] as const;
  for (const [namespace, name] of deployments)
    await cluster.kubectl('-n', namespace, 'rollout', 'status', `deployment/${name}`, '--timeout=3m');
}

function namespaces(): object[] {
  const restricted = Object.fromEntries(
    ['enforce', 'warn'].map((mode) => [`pod-security.kubernetes.io/${mode}`, 'restricted']),
  );
  const namespace = (name: string, labels = {}): object => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels },
  });
  return [namespace('databases'), namespace('nats'), namespace(INGRESS), namespace(NAMESPACE, restricted)];
}

/** A service without a selector: PostgreSQL runs on the first node. */
function postgresService(): object[] {
  const metadata = { name: 'postgres', namespace: 'databases' };
  return [
    { apiVersion: 'v1', kind: 'Service', metadata, spec: { clusterIP: 'None', ports: [{ port: 5432 }] } },
    {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { ...metadata, labels: { 'kubernetes.io/service-name': 'postgres' } },
      addressType: 'IPv4',
      ports: [{ port: 5432, name: '' }],
      endpoints: [{ addresses: [CONTROL_PLANE], conditions: { ready: true } }],
    },
  ];
}

interface Pod {
  readonly namespace: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: object;
}

function deployment({ namespace, name, labels, spec }: Pod): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: {
      selector: { matchLabels: labels },
      strategy: { type: 'Recreate' },
      template: { metadata: { labels }, spec },
    },
  };
}

function nats(): object[] {
  const args = ['-js', '-sd', '/data', '-m', '8222'];
  const container = {
    name: 'nats',
    image: imageOf('nats'),
    args,
    ports: [{ containerPort: 4222 }],
    volumeMounts: [{ name: 'data', mountPath: '/data' }],
  };
  const spec = { containers: [container], volumes: [{ name: 'data', emptyDir: {} }] };
  return [
    deployment({ namespace: 'nats', name: 'nats', labels: { app: 'nats' }, spec }),
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'nats', namespace: 'nats' },
      spec: {
        selector: { app: 'nats' },
        ports: [
          { name: 'client', port: 4222 },
          { name: 'monitor', port: 8222 },
        ],
      },
    },
  ];
}

const COREFILE = `.:53 {
  errors
  ready
  kubernetes cluster.local in-addr.arpa {
    endpoint ${SERVER}
    tls /etc/coredns/dns.crt /etc/coredns/dns.key /etc/coredns/ca.crt
    ttl 5
  }
}
`;

function dns(cluster: Cluster): Promise<object[]> {
  const namespace = 'kube-system';
  const labels = { 'k8s-app': 'kube-dns' };
  const files = ['ca.crt', 'dns.crt', 'dns.key'].map((file) => [
    file,
    readFileSync(join(pkiOf(cluster.parts), file), 'utf8'),
  ]);
  const container = {
    name: 'coredns',
    image: imageOf('coredns'),
    args: ['-conf', '/etc/coredns/Corefile'],
    volumeMounts: [{ name: 'config', mountPath: '/etc/coredns' }],
  };
  const spec = { containers: [container], volumes: [{ name: 'config', secret: { secretName: 'coredns' } }] };
  return Promise.resolve([
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'coredns', namespace },
      stringData: { Corefile: COREFILE, ...(Object.fromEntries(files) as Record<string, string>) },
    },
    deployment({ namespace, name: 'coredns', labels, spec }),
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'kube-dns', namespace },
      spec: {
        clusterIP: DNS,
        selector: labels,
        ports: [
          { name: 'dns', port: 53, protocol: 'UDP' },
          { name: 'dns-tcp', port: 53, protocol: 'TCP' },
        ],
      },
    },
  ]);
}

/** A pod with Node that does nothing until a test runs a program in it. */
function caller(namespace: string): object {
  const container = {
    name: 'client',
    image: `${REPOSITORY}/tools:${TAGS[0]}`,
    command: ['node', '--eval', 'setInterval(() => undefined, 2 ** 30)'],
  };
  return deployment({
    namespace,
    name: 'client',
    labels: { app: 'client' },
    spec: { containers: [container] },
  });
}

/** Creates the secrets of docs/operations/install.md, and the authority of PostgreSQL's certificate. */
async function createSecrets(cluster: Cluster, namespace: string): Promise<void> {
  const key = (): string => randomBytes(32).toString('base64');
  const secret = (name: string, stringData: object): object => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace },
    stringData,
  });
  const databases = ROLES.map((role) =>
    secret(`crypto-tax-database-${role}`, { DATABASE_URL: databaseAddress(role) }),
  );
  await cluster.apply(secret(KEYS, { CALLER_KEY: key(), OAUTH_KEYS: key() }), ...databases, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'cluster-ca', namespace },
    data: { 'ca.crt': readFileSync(join(pkiOf(cluster.parts), 'ca.crt'), 'utf8') },
  });
}
