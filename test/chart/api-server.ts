/** The few answers of a Kubernetes API server that Helm asks for before it renders: its version, its groups, and single objects. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface ApiServer {
  readonly url: string;
  close(): void;
}

/** What is in the namespace `money`. */
export interface Cluster {
  /** Number of pods by the name of the deployment. */
  readonly deployments?: Readonly<Record<string, number>>;
  /** Content by the name of the secret, not encoded. */
  readonly secrets?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Whether the namespace exists: it then has the service account `default`. */
  readonly hasNamespace?: boolean;
}

const NAMESPACE = 'money';
const GROUPS = {
  kind: 'APIGroupList',
  apiVersion: 'v1',
  groups: [
    {
      name: 'apps',
      versions: [{ groupVersion: 'apps/v1', version: 'v1' }],
      preferredVersion: { groupVersion: 'apps/v1', version: 'v1' },
    },
  ],
};

/** Starts an API server that knows the objects of `cluster`, each by its path. */
export async function startApiServer(cluster: Cluster): Promise<ApiServer> {
  const answers: Readonly<Record<string, object>> = {
    '/version': { major: '1', minor: '35', gitVersion: 'v1.35.4' },
    '/api': { kind: 'APIVersions', versions: ['v1'] },
    '/api/v1': resources('v1', { secrets: 'Secret', serviceaccounts: 'ServiceAccount' }),
    '/apis': GROUPS,
    '/apis/apps/v1': resources('apps/v1', { deployments: 'Deployment' }),
    ...objectsOf(cluster),
  };
  const server = createServer(({ url = '' }, response) => {
    const answer = answers[url.split('?')[0] ?? ''];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        answer ?? { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 },
      ),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Returns the arguments with which Helm 3 renders a template and reads this cluster. Helm 4 asks for far more before it renders. */
export function readingFrom({ url }: ApiServer): string[] {
  return ['--dry-run=server', '--disable-openapi-validation', `--kube-apiserver=${url}`];
}

function resources(groupVersion: string, kinds: Readonly<Record<string, string>>): object {
  const list = Object.entries(kinds).map(([name, kind]) => ({
    name,
    singularName: kind.toLowerCase(),
    namespaced: true,
    kind,
    verbs: ['get', 'list'],
  }));
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources: list };
}

function objectsOf({
  deployments = {},
  secrets = {},
  hasNamespace = false,
}: Cluster): Record<string, object> {
  const metadata = (name: string): object => ({ metadata: { name, namespace: NAMESPACE } });
  const encode = (text: string): string => Buffer.from(text).toString('base64');
  return Object.fromEntries([
    ...Object.entries(deployments).map(([name, replicas]) => [
      `/apis/apps/v1/namespaces/${NAMESPACE}/deployments/${name}`,
      { apiVersion: 'apps/v1', kind: 'Deployment', ...metadata(name), spec: { replicas } },
    ]),
    ...Object.entries(secrets).map(([name, content]) => [
      `/api/v1/namespaces/${NAMESPACE}/secrets/${name}`,
      {
        apiVersion: 'v1',
        kind: 'Secret',
        ...metadata(name),
        data: Object.fromEntries(Object.entries(content).map(([key, text]) => [key, encode(text)])),
      },
    ]),
    ...(hasNamespace
      ? [
          [
            `/api/v1/namespaces/${NAMESPACE}/serviceaccounts/default`,
            { apiVersion: 'v1', kind: 'ServiceAccount', ...metadata('default') },
          ],
        ]
      : []),
  ]) as Record<string, object>;
}
