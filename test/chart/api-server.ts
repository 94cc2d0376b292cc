/** The few answers of a Kubernetes API server that Helm asks for before it renders: its version, its groups, and single objects. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface ApiServer {
  readonly url: string;
  close(): void;
}

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
const DEPLOYMENTS = { name: 'deployments', singularName: 'deployment', namespaced: true, kind: 'Deployment' };

/** Starts an API server that knows these deployments, by the path of each object. */
export async function startApiServer(replicas: Readonly<Record<string, number>>): Promise<ApiServer> {
  const answers: Readonly<Record<string, object>> = {
    '/version': { major: '1', minor: '35', gitVersion: 'v1.35.4' },
    '/api': { kind: 'APIVersions', versions: ['v1'] },
    '/api/v1': { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: 'v1', resources: [] },
    '/apis': GROUPS,
    '/apis/apps/v1': {
      kind: 'APIResourceList',
      apiVersion: 'v1',
      groupVersion: 'apps/v1',
      resources: [{ ...DEPLOYMENTS, verbs: ['get', 'list'] }],
    },
    ...Object.fromEntries(
      Object.entries(replicas).map(([name, count]) => [
        `/apis/apps/v1/namespaces/money/deployments/${name}`,
        {
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          metadata: { name, namespace: 'money' },
          spec: { replicas: count },
        },
      ]),
    ),
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
