/** The evaluation chart: PostgreSQL, NATS, secrets and the demo taxpayer around the chart, in one installation. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readingFrom, startApiServer } from './api-server.ts';
import { type EvaluationChart, evaluationChart } from './evaluation.ts';
import { EVALUATION, helm, HELM_VERSIONS, type HelmVersion, parseManifests } from './helm.ts';
import {
  componentOf,
  containerOf,
  faultsOf,
  type Manifest,
  maybePodOf,
  ofKind,
  podOf,
  theOne,
} from './manifests.ts';

const SECRET = 'crypto-tax-evaluation';
const IMAGES = '--set=crypto-tax.image.repository=registry.example.org/crypto-tax';

let chart: EvaluationChart;
beforeAll(async () => {
  chart = await evaluationChart();
});
afterAll(() => {
  chart.remove();
});

function template(version: HelmVersion, ...args: string[]) {
  return helm(version, 'template', 'tax', chart.folder, '-n', 'money', ...args);
}

async function render(...args: string[]): Promise<Manifest[]> {
  const { code, stdout, stderr } = await template('helm4', IMAGES, ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return parseManifests(stdout);
}

function secretOf(manifests: readonly Manifest[]): Record<string, string> {
  const [secret] = ofKind(manifests, 'Secret');
  const entries = Object.entries(secret?.data ?? {});
  return Object.fromEntries(entries.map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));
}

describe('the evaluation chart', () => {
  it.each(['default', 'small'])(
    'renders its %s values the same with Helm 3 and Helm 4, and lints',
    async (name) => {
      const values = ['-f', join(chart.folder, 'ci', `${name}-values.yaml`)];
      const texts = [];
      for (const version of HELM_VERSIONS) {
        const { code, stdout, stderr } = await template(version, ...values);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        // Each rendering without a cluster makes up its own secret.
        texts.push(stdout.replaceAll(/^ {2}[A-Z_]+: [A-Za-z0-9+/=]+$/gm, ''));
        expect(await helm(version, 'lint', '--strict', chart.folder, ...values)).toMatchObject({ code: 0 });
      }
      expect(texts[0]).toBe(texts[1]);
    },
  );

  it('renders to valid manifests with unique names', async () => {
    for (const settings of [[], ['--set=postgres.storage.enabled=false'], ['--set=postgres.userId=null']]) {
      const manifests = await render(...settings);
      for (const manifest of manifests)
        expect([manifest.metadata.name, await faultsOf(manifest)]).toEqual([manifest.metadata.name, []]);
      const names = manifests.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('gives every pod the restricted standard, a read-only file system, limits and no token', async () => {
    const pods = (await render()).flatMap((manifest) => maybePodOf(manifest) ?? []);
    expect(pods).toHaveLength(10);
    for (const pod of pods) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of pod.containers)
        expect(container).toMatchObject({
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: { requests: { memory: expect.any(String) }, limits: { memory: expect.any(String) } },
        });
      for (const volume of pod.volumes ?? [])
        expect(['configMap', 'emptyDir']).toContain(Object.keys(volume).find((key) => key !== 'name'));
    }
  });

  it('has every key of the secret that a pod reads', async () => {
    const manifests = await render();
    const secret = secretOf(manifests);
    const read = manifests.flatMap((manifest) =>
      (maybePodOf(manifest)?.containers ?? []).flatMap(({ env }) =>
        env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []),
      ),
    );
    expect(new Set(read.map(({ name }) => name))).toEqual(new Set([SECRET]));
    for (const { key } of read) expect([key, secret[key]]).toEqual([key, expect.stringMatching(/^\S{32,}$/)]);
  });

  it('connects the services to its own PostgreSQL and NATS with the passwords that these get', async () => {
    const manifests = await render();
    const secret = secretOf(manifests);
    const services = ofKind(manifests, 'Service').map(({ metadata }) => metadata.name);
    for (const role of ['owner', 'gateway', 'read', 'corrections', 'recalc']) {
      const url = new URL(secret[`${role.toUpperCase()}_DATABASE_URL`] ?? '');
      expect([url.username, url.password]).toEqual([`ctx_${role}`, secret[`${role.toUpperCase()}_PASSWORD`]]);
      expect(services).toContain(url.hostname);
    }
    for (const user of ['corrections', 'recalc']) {
      const url = new URL(secret[`${user.toUpperCase()}_NATS_URL`] ?? '');
      expect([url.username, url.password]).toEqual([user, secret[`NATS_${user.toUpperCase()}_PASSWORD`]]);
      expect(services).toContain(url.hostname);
    }
    for (const key of ['CALLER_KEY', 'OAUTH_KEYS'])
      expect(Buffer.from(secret[key] ?? '', 'base64')).toHaveLength(32);
  });

  it('makes up a new secret for each installation, and keeps it when it is upgraded', async () => {
    const first = secretOf(await render());
    const second = secretOf(await render());
    for (const [key, value] of Object.entries(first)) expect([key, second[key]]).not.toEqual([key, value]);
    const server = await startApiServer({ secrets: { [SECRET]: first }, hasNamespace: true });
    try {
      const { code, stdout, stderr } = await template('helm3', IMAGES, ...readingFrom(server));
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(secretOf(parseManifests(stdout))).toEqual(first);
    } finally {
      server.close();
    }
  });

  it('creates the demo taxpayer in a hook after the installation, as the operator and without a token in the log', async () => {
    const manifests = await render();
    const hooks = manifests.filter(({ metadata }) => metadata.annotations?.['helm.sh/hook'] !== undefined);
    expect(
      hooks.map(({ kind, metadata }) => `${kind} ${metadata.annotations?.['helm.sh/hook'] ?? ''}`),
    ).toEqual(expect.arrayContaining(['Job post-install', 'Pod test']));
    expect(hooks).toHaveLength(2);
    const job = theOne(manifests, 'Job', 'demo');
    const tools = containerOf(theOne(manifests, 'Deployment', 'tools'));
    const container = containerOf(job);
    expect(container.command).toEqual(['node', 'deploy/ctx/main.ts', 'demo', '--no-tokens']);
    expect([container.image, container.env]).toEqual([tools.image, tools.env]);
    expect(job.spec).toMatchObject({ activeDeadlineSeconds: 900, backoffLimit: 20 });
    const without = await render('--set=demo.enabled=false');
    expect(without.filter((manifest) => componentOf(manifest) === 'demo')).toEqual([]);
  });

  it('removes the volume with the release, or needs none', async () => {
    const { spec } = theOne(await render(), 'StatefulSet', 'postgres');
    expect(spec.persistentVolumeClaimRetentionPolicy).toEqual({
      whenDeleted: 'Delete',
      whenScaled: 'Retain',
    });
    expect(spec.volumeClaimTemplates[0].metadata.name).toBe('data');
    const small = theOne(await render('--set=postgres.storage.enabled=false'), 'StatefulSet', 'postgres');
    expect(small.spec).not.toHaveProperty('volumeClaimTemplates');
    expect(podOf(small).volumes).toContainEqual({ name: 'data', emptyDir: {} });
  });

  it('rejects an unknown value, and lists the required ones', async () => {
    for (const version of HELM_VERSIONS) {
      const unknown = await template(version, IMAGES, '--set=postgres.imag=x');
      expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('imag') });
      const nested = await template(version, IMAGES, '--set=crypto-tax.gateway.replica=2');
      expect(nested.stderr).toContain('gateway.replica: unknown value; did you mean gateway.replicas?');
      const required = await template(version);
      expect([...required.stderr.matchAll(/^ {2}(\S+): is required$/gm)].map(([, key]) => key)).toEqual([
        'image.repository',
      ]);
    }
  });
});

describe('the network policies of the evaluation chart', () => {
  it.each([
    ['postgres', 5432, ['gateway', 'read', 'corrections', 'recalc', 'migrations']],
    ['nats', 4222, ['corrections', 'recalc']],
  ])('let %s at port %d be reached by %j only', async (component, port, callers) => {
    const manifests = await render();
    const { spec } = theOne(manifests, 'NetworkPolicy', component);
    expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
    expect(spec).not.toHaveProperty('egress');
    expect(spec.ingress).toHaveLength(1);
    expect(spec.ingress[0].ports).toEqual([{ protocol: 'TCP', port }]);
    const peers = spec.ingress[0].from as { podSelector: { matchLabels: Record<string, string> } }[];
    expect(peers.map(({ podSelector }) => podSelector.matchLabels['app.kubernetes.io/component'])).toEqual(
      callers,
    );
    for (const { podSelector } of peers)
      expect(manifests.some((each) => selects(podSelector.matchLabels, podLabelsOf(each)))).toBe(true);
  });

  it('let the services reach PostgreSQL and NATS, and the demo reach the services, by labels that pods have', async () => {
    const manifests = await render();
    const reached = (component: string): string[] => {
      const { spec } = theOne(manifests, 'NetworkPolicy', component);
      const rules = (spec.egress ?? []) as {
        to: { podSelector?: { matchLabels: Record<string, string> } }[];
      }[];
      const selectors = rules.flatMap(({ to }) =>
        to.map(({ podSelector }) => podSelector?.matchLabels ?? {}),
      );
      return manifests
        .filter((each) => selectors.some((labels) => selects(labels, podLabelsOf(each))))
        .map((each) => componentOf(each) ?? '');
    };
    expect(reached('recalc')).toEqual(expect.arrayContaining(['postgres', 'nats']));
    expect(reached('read')).toEqual(['postgres']);
    expect(reached('demo').sort()).toEqual(['corrections', 'gateway', 'recalc']);
  });

  it('can be turned off together with those of the service', async () => {
    expect(ofKind(await render('--set=crypto-tax.networkPolicy.enabled=false'), 'NetworkPolicy')).toEqual([]);
  });
});

describe('the notes of the evaluation chart', () => {
  /** The notes as `helm install` prints them. */
  async function notesOf(...args: string[]): Promise<string> {
    const flags = ['-n', 'money', '--dry-run=client', IMAGES, ...args];
    const { stdout } = await helm('helm4', 'install', 'tax', chart.folder, ...flags);
    return stdout.slice(stdout.indexOf('NOTES:'));
  }

  it('say that it is not for production, and give address, token and a request', async () => {
    const notes = await notesOf();
    expect(notes).toContain('for evaluation only, NOT for production');
    expect(notes).toContain('kubectl -n money port-forward service/tax-crypto-tax-gateway 8080:80');
    expect(notes).toContain('node deploy/ctx/main.ts token create --user 1 --name evaluation --scope write');
    expect(notes).toContain('curl -H "Authorization: Bearer $TOKEN" http://127.0.0.1:8080/api/v1/years');
    expect(notes).not.toMatch(/<no value>|%!|user create/);
    expect(notes.split('\n').filter((line) => line.length > 130)).toEqual([]);
  });

  it('say how to create a user without the demo, and that data without a volume is lost', async () => {
    const notes = await notesOf('--set=demo.enabled=false,postgres.storage.enabled=false');
    expect(notes).toContain('node deploy/ctx/main.ts user create --email you@example.org');
    expect(notes).toContain('postgres.storage.enabled is false');
  });
});

describe('the files of the evaluation chart', () => {
  const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

  it.each(['roles.sql', 'nats.conf'])('%s is the one of deploy/compose', (file) => {
    expect(readFileSync(join(EVALUATION, 'files', file), 'utf8')).toBe(read(`deploy/compose/${file}`));
  });

  it.each(['postgres', 'nats'])('name a patch version of the %s that deploy/compose.yaml names', (name) => {
    const [, line = ''] = new RegExp(`image: ${name}:([\\d.]+)`).exec(read('deploy/compose.yaml')) ?? [];
    const [, exact = ''] =
      new RegExp(`image: ${name}:([\\d.]+)-`).exec(read('charts/crypto-tax-evaluation/values.yaml')) ?? [];
    expect(line).not.toBe('');
    expect(exact.slice(0, exact.lastIndexOf('.'))).toBe(line);
  });
});

function podLabelsOf(manifest: Manifest): Record<string, string> {
  const { template: pod } = (manifest.spec ?? {}) as {
    template?: { metadata: { labels: Record<string, string> } };
  };
  return pod?.metadata.labels ?? {};
}

function selects(
  selector: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
): boolean {
  const entries = Object.entries(selector);
  return entries.length > 0 && entries.every(([key, value]) => labels[key] === value);
}
