/** A release of the chart: installs, upgrades and rolls back with Helm 3 or 4, and finds its pods and services. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHART, findHelm, type HelmVersion } from '../../chart/helm.ts';
import type { Cluster, Outcome } from './cluster.ts';
import { CONTROL_PLANE, stateOf } from './nodes/addresses.ts';
import { REPOSITORY, TAGS } from './parts/images.ts';
import { INGRESS, KEYS, NAMESPACE } from './servers.ts';

export const SERVICES = ['gateway', 'read', 'corrections', 'recalc'] as const;
export type Service = (typeof SERVICES)[number];
const TIMEOUT = '5m';

/** Production-like on small nodes: all that the chart has, PostgreSQL over TLS with a private authority. */
const VALUES = {
  image: { repository: REPOSITORY, tag: TAGS[0], pullPolicy: 'IfNotPresent' },
  nats: { url: 'nats://nats.nats:4222' },
  privateCa: { existingConfigMap: 'cluster-ca' },
  callerKey: { existingSecret: KEYS },
  gateway: {
    baseUrl: 'https://tax.example.org',
    upgradeUrl: 'https://example.org/pricing',
    oauthKeys: { existingSecret: KEYS },
    database: { existingSecret: 'crypto-tax-database-gateway' },
  },
  read: { database: { existingSecret: 'crypto-tax-database-read' } },
  corrections: { database: { existingSecret: 'crypto-tax-database-corrections' } },
  recalc: { database: { existingSecret: 'crypto-tax-database-recalc' } },
  migrations: { database: { existingSecret: 'crypto-tax-database-owner' } },
  networkPolicy: {
    database: { to: [{ ipBlock: { cidr: `${CONTROL_PLANE}/32` } }] },
    http: { from: [peer(INGRESS)] },
    metrics: { from: [peer('monitoring')] },
    nats: { to: [peer('nats')] },
  },
  tools: { enabled: true },
  tests: { enabled: true },
} as const;

function peer(namespace: string): object {
  return { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } };
}

/** A release of the chart, by default `tax`. */
export class Release {
  readonly #cluster: Cluster;
  readonly #values: string;
  readonly name: string;
  readonly fullName: string;

  constructor(cluster: Cluster, name = 'tax') {
    this.#cluster = cluster;
    this.name = name;
    this.fullName = `${name}-crypto-tax`;
    this.#values = join(stateOf(cluster.parts), 'values.json');
    // JSON is YAML.
    writeFileSync(this.#values, JSON.stringify(VALUES));
  }

  /** Runs helm in the cluster. `settings` are further values, as paths and JSON. */
  async helm(
    version: HelmVersion,
    verb: 'install' | 'upgrade',
    settings: Readonly<Record<string, unknown>> = {},
  ): Promise<Outcome> {
    const sets = Object.entries(settings).flatMap(([path, value]) => [
      '--set-json',
      `${path}=${JSON.stringify(value)}`,
    ]);
    const args = [verb, this.name, CHART, '-n', NAMESPACE, '--values', this.#values, ...sets];
    return this.command(version, ...args, '--timeout', TIMEOUT, '--wait');
  }

  /** Renders the chart with the values of this release and further ones. */
  template(settings: Readonly<Record<string, unknown>>): Promise<Outcome> {
    const sets = Object.entries(settings).flatMap(([path, value]) => [
      '--set-json',
      `${path}=${JSON.stringify(value)}`,
    ]);
    const args = ['template', this.name, CHART, '-n', NAMESPACE, '--values', this.#values, ...sets];
    return this.command('helm4', ...args);
  }

  async uninstall(): Promise<void> {
    await this.command('helm4', 'uninstall', this.name, '-n', NAMESPACE, '--wait', '--timeout', '3m');
  }

  /** Runs any command of helm on this release's namespace. @throws CommandFailure */
  async command(version: HelmVersion, ...args: string[]): Promise<Outcome> {
    const stdout = await this.#cluster.run(await commandOf(this.#cluster, version, args));
    return { code: 0, stdout, stderr: '' };
  }

  /** Waits until all pods of all services are those of the last revision, and ready. */
  async untilReady(): Promise<void> {
    for (const name of [...SERVICES, 'tools'])
      await this.#cluster.kubectl(
        '-n',
        NAMESPACE,
        'rollout',
        'status',
        `deployment/${this.fullName}-${name}`,
        `--timeout=${TIMEOUT}`,
      );
  }

  /** Returns the address of the gateway's service: a client that looks a name up for each connection waits for it now and then. */
  async baseUrl(scheme: 'http' | 'https' = 'http'): Promise<string> {
    return `${scheme}://${await this.gatewayAddress()}`;
  }

  gatewayAddress(): Promise<string> {
    const path = 'jsonpath={.spec.clusterIP}';
    return this.#cluster.kubectl('-n', NAMESPACE, 'get', 'service', `${this.fullName}-gateway`, '-o', path);
  }

  /** Returns the pods of some services, or of all of the release, without those that are ending. */
  async pods(...services: readonly Service[]): Promise<Pod[]> {
    const names = services.length === 0 ? SERVICES : services;
    const selector = `app.kubernetes.io/instance=${this.name},app.kubernetes.io/component in (${names.join(',')})`;
    const text = await this.#cluster.kubectl('-n', NAMESPACE, 'get', 'pods', '-l', selector, '-o', 'json');
    const { items } = JSON.parse(text) as { items: Pod[] };
    return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  }

  /** Returns the number of ready pods that a service should have. */
  async replicas(service: Service): Promise<number> {
    const path = 'jsonpath={.spec.replicas}';
    const name = `deployment/${this.fullName}-${service}`;
    return Number(await this.#cluster.kubectl('-n', NAMESPACE, 'get', name, '-o', path));
  }

  /** Runs `ctx` in the pod of the operator's command line and returns the JSON that it prints. */
  async ctx(args: readonly string[], input?: string): Promise<Record<string, unknown>> {
    const pod = `deployment/${this.fullName}-tools`;
    const command = ['node', 'deploy/ctx/main.ts', ...args];
    const text = await this.#cluster.run(
      ['kubectl', '-n', NAMESPACE, 'exec', '-i', pod, '--', ...command],
      input,
    );
    return JSON.parse(text.trim().split('\n').at(-1) ?? '{}') as Record<string, unknown>;
  }
}

/** Returns a command of helm with a home of its own. */
export async function commandOf(
  cluster: Cluster,
  version: HelmVersion,
  args: readonly string[],
): Promise<string[]> {
  const home = join(stateOf(cluster.parts), 'helm');
  const homes = ['CACHE', 'CONFIG', 'DATA'].map((kind) => `HELM_${kind}_HOME=${home}`);
  return ['env', ...homes, await findHelm(version), ...args];
}

export interface Pod {
  readonly metadata: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
  };
  readonly spec: {
    readonly nodeName: string;
    readonly automountServiceAccountToken?: boolean;
    readonly securityContext: {
      readonly runAsNonRoot?: boolean;
      readonly seccompProfile?: { readonly type: string };
    };
    readonly containers: readonly {
      readonly securityContext: {
        readonly allowPrivilegeEscalation?: boolean;
        readonly readOnlyRootFilesystem?: boolean;
        readonly capabilities?: { readonly drop?: readonly string[]; readonly add?: readonly string[] };
      };
    }[];
  };
  readonly status: {
    readonly phase: string;
    readonly podIP?: string;
    readonly containerStatuses?: readonly { readonly restartCount: number }[];
  };
}
