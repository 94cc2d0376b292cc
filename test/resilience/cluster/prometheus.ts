/** Debian's Prometheus beside the cluster: scrapes the pods of a release and evaluates the chart's rules, ten times as fast. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stringify } from 'yaml';
import { until } from '../../../deploy/stack/process.ts';
import { parseManifests } from '../../chart/helm.ts';
import type { Cluster } from './cluster.ts';
import { stateOf } from './nodes/addresses.ts';
import type { Release } from './release.ts';
import { NAMESPACE } from './servers.ts';

const ADDRESS = '127.0.0.1:9099';
const HEALTH_PORT = 9091;
const TARGETS_EVERY_MS = 2000;
const START_MS_MAX = 30_000;

interface RuleGroup {
  readonly name: string;
  readonly rules: readonly { readonly expr: string; readonly for?: string }[];
}

/** A running Prometheus. */
export class Prometheus {
  readonly #cluster: Cluster;
  readonly #stopTargets: () => void;

  private constructor(cluster: Cluster, stopTargets: () => void) {
    this.#cluster = cluster;
    this.#stopTargets = stopTargets;
  }

  static async start(cluster: Cluster, release: Release): Promise<Prometheus> {
    const home = join(stateOf(cluster.parts), 'prometheus');
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'rules.yaml'), stringify({ groups: await fastRules(release) }));
    writeFileSync(join(home, 'prometheus.yml'), stringify(CONFIG));
    const stopTargets = await keepTargets(release, join(home, 'targets.json'));
    const flags = ['--config.file', join(home, 'prometheus.yml'), '--storage.tsdb.path', join(home, 'data')];
    cluster.background('prometheus', ['prometheus', ...flags, '--web.listen-address', ADDRESS]);
    const prometheus = new Prometheus(cluster, stopTargets);
    await until(() => prometheus.firing(), START_MS_MAX);
    return prometheus;
  }

  /** Returns the names of the alerts that fire now. */
  async firing(): Promise<Set<string>> {
    const program = `fetch('http://${ADDRESS}/api/v1/alerts').then((a) => a.text()).then(console.log)`;
    const text = await this.#cluster.run([process.execPath, '--eval', program]);
    const { data } = JSON.parse(text) as {
      data: { alerts: { state: string; labels: { alertname: string } }[] };
    };
    return new Set(
      data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname),
    );
  }

  stop(): void {
    this.#stopTargets();
  }
}

const CONFIG = {
  global: { scrape_interval: '5s', evaluation_interval: '2s' },
  rule_files: ['rules.yaml'],
  // Debian's build cannot find pods by itself: a file of targets with the labels that the operator would set.
  scrape_configs: [
    {
      job_name: 'crypto-tax',
      scrape_timeout: '4s',
      file_sd_configs: [{ files: ['targets.json'], refresh_interval: '2s' }],
    },
  ],
};

/** Writes the pods of the release as targets, again and again. Returns what stops it. */
async function keepTargets(release: Release, file: string): Promise<() => void> {
  const write = async (): Promise<void> => {
    const targets = (await release.pods()).flatMap(({ metadata, status: { podIP } }) => {
      const labels = {
        namespace: NAMESPACE,
        pod: metadata.name,
        component: metadata.labels['app.kubernetes.io/component'],
        app_kubernetes_io_instance: release.name,
      };
      return podIP === undefined ? [] : [{ targets: [`${podIP}:${String(HEALTH_PORT)}`], labels }];
    });
    writeFileSync(`${file}.new`, JSON.stringify(targets));
    renameSync(`${file}.new`, file);
  };
  await write();
  let isStopped = false;
  const repeat = async (): Promise<void> => {
    while (!isStopped) {
      await pause(TARGETS_EVERY_MS);
      await write().catch(() => undefined);
    }
  };
  void repeat();
  return () => {
    isStopped = true;
  };
}

/** Returns the rules of the chart with shorter times. A threshold in seconds of waiting is shorter too. */
async function fastRules(release: Release): Promise<RuleGroup[]> {
  const { stdout } = await release.template({
    'prometheusRule.enabled': true,
    'prometheusRule.runbookBaseUrl': 'https://example.org/docs',
  });
  const groups = parseManifests(stdout)
    .filter(({ kind }) => kind === 'PrometheusRule')
    .flatMap((rule) => (rule as unknown as { spec: { groups: RuleGroup[] } }).spec.groups);
  return groups.map(({ name, rules }) => ({
    name,
    rules: rules.map((each) => ({
      ...each,
      expr: each.expr
        .replaceAll('[5m]', '[30s]')
        .replaceAll('[30m]', '[2m]')
        .replaceAll('[1h]', '[3m]')
        .replace(/(oldest_seconds\{[^}]*\}\)?) > \d+$/, '$1 > 10'),
      ...(each.for === undefined ? {} : { for: '10s' }),
    })),
  }));
}
