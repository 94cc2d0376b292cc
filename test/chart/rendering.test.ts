import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  CHART,
  CI_VALUES,
  example,
  helm,
  HELM_VERSIONS,
  parseManifests,
  render,
  template,
  VERSION,
} from './helm.ts';
import {
  componentOf,
  containerOf,
  faultsOf,
  type Labels,
  type Manifest,
  ofKind,
  theOne,
} from './manifests.ts';
import { resolve, type Schema } from './known-values.ts';

const ALL = HELM_VERSIONS.flatMap((version) => CI_VALUES.map((name) => ({ version, name })));

describe('the chart’s examples:', () => {
  it('the expected ones exist', () => {
    expect([...CI_VALUES].sort()).toEqual([
      'external-openid',
      'keda',
      'minimal',
      'no-ingress',
      'production',
      'tls',
    ]);
  });

  it.each(ALL)('$version lints $name strictly', async ({ version, name }) => {
    const { code, stdout } = await helm(version, 'lint', '--strict', CHART, ...example(name));
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('0 chart(s) failed') });
  });

  it.each(HELM_VERSIONS)('%s lints the default values', async (version) => {
    const { code } = await helm(version, 'lint', '--strict', CHART);
    expect(code).toBe(0);
  });

  it.each(CI_VALUES)('%s renders the same with Helm 3 and Helm 4', async (name) => {
    const [three, four] = await Promise.all(
      HELM_VERSIONS.map((version) => template(version, ...example(name))),
    );
    expect(three).toMatchObject({ code: 0 });
    expect(four?.stdout).toBe(three?.stdout);
  });

  it.each(ALL)('$version renders $name to valid manifests', async ({ version, name }) => {
    const { stdout } = await template(version, ...example(name));
    const manifests = parseManifests(stdout);
    expect(manifests.length).toBeGreaterThan(15);
    expect(await faultsOfAll(manifests)).toEqual([]);
  });
});

describe('every rendered object', () => {
  it.each(CI_VALUES)('of %s has a unique name and the standard labels', async (name) => {
    const manifests = await render(name);
    const names = manifests.map((manifest) => `${manifest.kind}/${manifest.metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
    for (const { metadata } of manifests)
      expect(metadata.labels).toMatchObject({
        'app.kubernetes.io/name': 'crypto-tax',
        'app.kubernetes.io/instance': 'tax',
        'app.kubernetes.io/version': VERSION,
        'app.kubernetes.io/managed-by': 'Helm',
        'app.kubernetes.io/part-of': 'crypto-tax',
        'helm.sh/chart': `crypto-tax-${VERSION}`,
      });
  });

  it('has a name of at most 63 characters with the longest release name', async () => {
    const { stdout } = await helm('helm4', 'template', 'r'.repeat(53), CHART, ...example('production'));
    const manifests = parseManifests(stdout);
    expect(manifests.filter(({ metadata }) => metadata.name.length > 63)).toEqual([]);
    const job = await helm('helm4', 'template', 'r'.repeat(53), CHART, ...example('no-ingress'));
    expect(parseManifests(job.stdout).filter(({ metadata }) => metadata.name.length > 63)).toEqual([]);
  });

  it('keeps its own labels when additional labels conflict', async () => {
    const manifests = await render(
      'production',
      'commonLabels={"team":"tax","app.kubernetes.io/name":"other"}',
      'gateway.podLabels={"team":"web","app.kubernetes.io/component":"other"}',
    );
    const gateway = manifests.find(
      (manifest) => manifest.kind === 'Deployment' && componentOf(manifest) === 'gateway',
    );
    expect(gateway?.metadata.labels).toMatchObject({ team: 'tax', 'app.kubernetes.io/name': 'crypto-tax' });
    expect(gateway?.spec.template.metadata.labels).toMatchObject({
      team: 'web',
      'app.kubernetes.io/name': 'crypto-tax',
      'app.kubernetes.io/component': 'gateway',
    });
  });
});

describe('a name that YAML could parse as another type', () => {
  // In YAML 1.1, which Kubernetes uses, `n` and `on` are booleans and `123` is a number. All three are valid names of secrets.
  it.each(['n', 'on', '123'])(
    'stays the text %s wherever values hold a name, and as the name of the release',
    async (name) => {
      const schema = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')) as Schema;
      const named = pathsOfNames(schema, schema, '');
      expect(named).toContain('corrections.nats.existingSecret');
      const settings = [
        // The config map and the secret exclude each other.
        ...named
          .filter((path) => path !== 'privateCa.existingSecret')
          .map((path) => `${path}=${JSON.stringify(name)}`),
        `image.pullSecrets=[${JSON.stringify(name)}]`,
        ...['tls', 'tools', 'ingress'].map((part) => `${part}.enabled=true`),
      ];
      const sets = settings.flatMap((setting) => ['--set-json', setting]);
      const { code, stdout, stderr } = await helm(
        'helm4',
        'template',
        name,
        CHART,
        ...example('production'),
        ...example('external-openid'),
        ...sets,
      );
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const manifests = parseManifests(stdout);
      expect(await faultsOfAll(manifests)).toEqual([]);
      const { env } = containerOf(theOne(manifests, 'Deployment', 'recalc'));
      expect(env).toContainEqual({ name: 'NATS_URL', valueFrom: { secretKeyRef: { name, key: name } } });
    },
  );
});

/** Paths of all values that contain the name of an object, or a key in one. */
function pathsOfNames(schema: Schema, root: Schema, path: string): string[] {
  if (/^#\/definitions\/(name|secretKey)$/.test(schema.$ref ?? '')) return [path];
  const { properties = {} } = resolve(schema, root);
  return Object.entries(properties).flatMap(([key, inner]) =>
    pathsOfNames(inner, root, path === '' ? key : `${path}.${key}`),
  );
}

describe('every reference', () => {
  it.each(CI_VALUES)('in %s resolves', async (name) => {
    const manifests = await render(name);
    const deployments = ofKind(manifests, 'Deployment');
    const services = ofKind(manifests, 'Service');
    for (const service of services) {
      const [deployment, ...others] = deployments.filter((one) =>
        selects(service.spec.selector, one.spec.template.metadata.labels),
      );
      expect(others).toEqual([]);
      const ports = deployment === undefined ? [] : containerOf(deployment).ports?.map((port) => port.name);
      for (const port of service.spec.ports) expect(ports).toContain(port.targetPort);
    }
    for (const one of [...deployments, ...ofKind(manifests, 'PodDisruptionBudget')])
      expect(
        deployments.filter((other) =>
          selects(one.spec.selector.matchLabels, other.spec.template.metadata.labels),
        ),
      ).toHaveLength(1);
    for (const scaler of [
      ...ofKind(manifests, 'HorizontalPodAutoscaler'),
      ...ofKind(manifests, 'ScaledObject'),
    ])
      expect(deployments.map(({ metadata }) => metadata.name)).toContain(scaler.spec.scaleTargetRef.name);
    for (const { spec } of ofKind(manifests, 'Ingress')) {
      const backend = spec.rules[0].http.paths[0].backend.service;
      const service = services.find(({ metadata }) => metadata.name === backend.name);
      expect(service?.spec.ports[0].name).toBe(backend.port.name);
    }
    for (const { spec } of ofKind(manifests, 'HTTPRoute')) {
      const [backend] = spec.rules[0].backendRefs;
      const service = services.find(({ metadata }) => metadata.name === backend.name);
      expect(service?.spec.ports[0].port).toBe(backend.port);
    }
    for (const { spec } of ofKind(manifests, 'ServiceMonitor')) {
      const watched = services.filter(
        (service) =>
          selects(spec.selector.matchLabels, service.metadata.labels) &&
          (service.spec.ports as { name: string }[]).some((port) => port.name === spec.endpoints[0].port),
      );
      expect(watched.map(componentOf).sort()).toEqual(['corrections', 'gateway', 'read', 'recalc']);
    }
  });
});

describe('the manifest validation', () => {
  const PLANTED: readonly (readonly [string, (manifest: Writable) => void, RegExp])[] = [
    [
      'a field that no API knows',
      (it) => (it.spec.template.spec.containers[0].memory = '1Gi'),
      /memory: no such field/,
    ],
    ['a misspelt field', (it) => (it.spec.replica = 1), /replica: no such field/],
    [
      'a number where text belongs',
      (it) => (it.spec.template.spec.containers[0].env[1].value = 10),
      /value: must be string/,
    ],
    [
      'text where a number belongs',
      (it) => (it.spec.template.spec.terminationGracePeriodSeconds = '30'),
      /must be number/,
    ],
    ['an object where a list belongs', (it) => (it.spec.template.spec.containers = {}), /must be a list/],
    ['a missing field', (it) => delete it.spec.template.spec.containers[0].name, /required property name/],
    ['an API version that is gone', (it) => (it.apiVersion = 'extensions/v1beta1'), /no such API/],
    ['a kind in the wrong group', (it) => (it.apiVersion = 'batch/v1'), /no such API/],
  ];

  it.each(PLANTED)('reports %s', async (_title, plant, fault) => {
    const [deployment] = ofKind(await render('minimal'), 'Deployment');
    const copy = structuredClone(deployment) as unknown as Writable;
    expect(await faultsOf(copy)).toEqual([]);
    plant(copy);
    expect((await faultsOf(copy)).join('\n')).toMatch(fault);
  });

  it('reports an unknown field of a custom resource', async () => {
    const [scaled] = ofKind(await render('keda'), 'ScaledObject');
    const copy = structuredClone(scaled) as unknown as Writable;
    copy.spec.triggers[0].metadata.lag = '5';
    expect((await faultsOf(copy)).join()).toMatch(/lag/);
  });
});

interface Writable extends Manifest {
  apiVersion: string;
}

async function faultsOfAll(manifests: readonly Manifest[]): Promise<string[]> {
  const faults = await Promise.all(
    manifests.map(async (manifest) =>
      (await faultsOf(manifest)).map((fault) => `${manifest.kind}/${manifest.metadata.name} ${fault}`),
    ),
  );
  return faults.flat();
}

/** Whether labels match a selector. */
function selects(selector: unknown, labels: unknown): boolean {
  return Object.entries(selector as Labels).every(([key, value]) => (labels as Labels)[key] === value);
}
