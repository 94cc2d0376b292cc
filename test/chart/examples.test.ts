/** The chart's examples for platform teams: every manifest is valid, and every secret that the values name is there with its key. */
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { CHART, helm, HELM_VERSIONS, parseManifests, VERSION } from './helm.ts';
import { faultsOf, type Manifest, maybePodOf, ofKind } from './manifests.ts';
import { operatorFaultsOf } from './operators.ts';

const EXAMPLES = join(CHART, 'examples');
const NAMES = readdirSync(EXAMPLES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
/** The secret that docs/operations/install.md creates by hand, and which no example needs to create. */
const BY_HAND = /^crypto-tax-(keys|database-(owner|gateway|read|corrections|recalc))$/;
/** Examples that create the secrets of the database, and those that create all. */
const CREATES: Readonly<Record<string, RegExp>> = {
  'cloudnative-pg': /^crypto-tax-keys$/,
  'external-secrets': /^$/,
  pgbouncer: /^crypto-tax-(keys|database-owner)$/,
};

const work = mkdtempSync(join(tmpdir(), 'crypto-tax-examples-'));
afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

function read(path: string): string {
  return readFileSync(join(EXAMPLES, path), 'utf8');
}

function manifestsOf(name: string): Manifest[] {
  const files = globSync('*.yaml', { cwd: join(EXAMPLES, name) }).filter((file) => file !== 'values.yaml');
  return files.flatMap((file) => parseManifests(read(`${name}/${file}`)));
}

/** The values of an example: its own file, or those inside the manifest of a delivery tool. */
function valuesOf(name: string): object {
  for (const { kind, spec } of manifestsOf(name)) {
    if (kind === 'Application')
      return (spec as { source: { helm: { valuesObject: object } } }).source.helm.valuesObject;
    if (kind === 'HelmRelease') return (spec as { values: object }).values;
  }
  return parse(read(`${name}/values.yaml`)) as object;
}

async function render(name: string): Promise<Manifest[]> {
  const file = join(work, `${name}.yaml`);
  writeFileSync(file, stringify(valuesOf(name)));
  const texts = [];
  for (const version of HELM_VERSIONS) {
    const args = ['template', 'tax', CHART, '-n', 'crypto-tax', '-f', file];
    const { code, stdout, stderr } = await helm(version, ...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    texts.push(stdout);
  }
  expect(texts[0]).toBe(texts[1]);
  return parseManifests(texts[0] ?? '');
}

/** The secrets that an example creates, each with its keys; null where the operator chooses them. */
function secretsOf(name: string): Map<string, readonly string[] | null> {
  const secrets = new Map<string, readonly string[] | null>();
  for (const { kind, metadata, spec, ...rest } of manifestsOf(name)) {
    if (kind === 'Secret')
      secrets.set(metadata.name, Object.keys((rest as { stringData?: object }).stringData ?? {}));
    if (kind === 'Certificate')
      secrets.set((spec as { secretName: string }).secretName, ['ca.crt', 'tls.crt', 'tls.key']);
    if (kind === 'Cluster') secrets.set(`${metadata.name}-ca`, null);
    if (kind === 'ExternalSecret') {
      const { target, data } = spec as {
        target: { name: string; template?: { data: object } };
        data: { secretKey: string }[];
      };
      const keys = target.template?.data;
      secrets.set(
        target.name,
        keys === undefined ? data.map(({ secretKey }) => secretKey) : Object.keys(keys),
      );
    }
  }
  return secrets;
}

/** The secrets that the pods of the chart read, each with a key. */
function neededBy(manifests: readonly Manifest[]): { readonly name: string; readonly key: string }[] {
  return manifests.flatMap((manifest) => {
    const pod = maybePodOf(manifest);
    const variables = (pod?.containers ?? []).flatMap(({ env }) => env);
    const volumes = (pod?.volumes ?? []).flatMap(({ secret }) => secret ?? []);
    return [
      ...variables.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []),
      ...volumes.flatMap(({ secretName, items }) => items.map(({ key }) => ({ name: secretName, key }))),
    ];
  });
}

describe('the examples for platform teams', () => {
  it('are those that their README describes', () => {
    const described = [...read('README.md').matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name);
    expect(described).toEqual(
      [...NAMES].sort((left, right) => described.indexOf(left) - described.indexOf(right)),
    );
    expect([...NAMES].sort()).toEqual([
      'argo-cd',
      'cert-manager',
      'cloudnative-pg',
      'external-secrets',
      'feeder',
      'flux',
      'pgbouncer',
    ]);
  });

  it.each(NAMES)('%s has manifests that its operator accepts', async (name) => {
    const manifests = manifestsOf(name);
    expect(manifests.length).toBeGreaterThan(0);
    for (const manifest of manifests)
      expect([manifest.metadata.name, await operatorFaultsOf(manifest)]).toEqual([
        manifest.metadata.name,
        [],
      ]);
  });

  it.each(NAMES)('%s renders to valid manifests, the same with Helm 3 and Helm 4', async (name) => {
    for (const manifest of await render(name)) expect(await faultsOf(manifest)).toEqual([]);
  });

  it.each(NAMES)('%s creates every secret that its values name, with its key', async (name) => {
    const created = secretsOf(name);
    const byHand = CREATES[name] ?? BY_HAND;
    for (const { name: secret, key } of neededBy(await render(name))) {
      if (byHand.test(secret)) continue;
      expect([...created.keys()]).toContain(secret);
      const keys = created.get(secret);
      if (keys !== null) expect([secret, keys]).toEqual([secret, expect.arrayContaining([key])]);
    }
  });

  it('give each certificate the name that the callers verify', async () => {
    const names = ofKind(await render('cert-manager'), 'Deployment').flatMap((manifest) => {
      const callers = maybePodOf(manifest)?.containers[0]?.env.find((each) => each.name === 'TLS_CALLERS');
      return callers?.value?.split(',') ?? [];
    });
    const certified = ofKind(manifestsOf('cert-manager'), 'Certificate').flatMap(
      ({ spec }) => (spec as { dnsNames?: string[] }).dnsNames ?? [],
    );
    for (const name of names) expect(certified).toContain(name);
    for (const { metadata } of ofKind(await render('cert-manager'), 'Service'))
      if (metadata.name !== 'tax-crypto-tax-gateway') expect(certified).toContain(metadata.name);
  });

  it('log in to PostgreSQL with the user name and password of the same secret, at the service of the cluster', () => {
    const manifests = manifestsOf('cloudnative-pg');
    const secrets = ofKind(manifests, 'Secret') as (Manifest & { stringData: Record<string, string> })[];
    expect(secrets).toHaveLength(5);
    for (const { stringData } of secrets) {
      const { username, password, hostname, searchParams } = new URL(stringData['DATABASE_URL'] ?? '');
      expect([username, password]).toEqual([stringData['username'], stringData['password']]);
      expect(hostname).toBe(`${ofKind(manifests, 'Cluster')[0]?.metadata.name ?? ''}-rw`);
      expect(searchParams.get('sslmode')).toBe('verify-full');
    }
  });

  it('lead to a database of PgBouncer, with the password of its list of users', () => {
    const manifests = manifestsOf('pgbouncer');
    const [configuration, ...secrets] = ofKind(manifests, 'Secret') as (Manifest & {
      stringData: Record<string, string>;
    })[];
    const { 'pgbouncer.ini': ini = '', 'userlist.txt': users = '' } = configuration?.stringData ?? {};
    const databases = [...ini.matchAll(/^(\w+) = host=/gm)].map(([, name]) => `/${name ?? ''}`);
    const urls = secrets.flatMap(({ stringData }) => Object.values(stringData).map((text) => new URL(text)));
    expect(new Set(urls.map(({ pathname }) => pathname))).toEqual(new Set(databases));
    for (const { username, password, hostname, port } of urls) {
      expect(users).toContain(`"${username}" "${password}"`);
      expect(hostname).toBe(ofKind(manifests, 'Service')[0]?.metadata.name);
      expect(ini).toContain(`listen_port = ${port}\n`);
    }
  });

  it('install the current version of the chart', () => {
    const [application] = ofKind(manifestsOf('argo-cd'), 'Application');
    expect(application?.spec.source).toMatchObject({ chart: 'crypto-tax', targetRevision: VERSION });
    const [repository] = ofKind(manifestsOf('flux'), 'OCIRepository');
    expect(repository?.spec.ref).toEqual({ tag: VERSION });
  });
});

describe('the validation of the examples', () => {
  it.each([
    ['an unknown field', (it: Manifest) => (it.spec.secret = 'x'), '.spec.secret: no such field'],
    [
      'an unknown field deep inside',
      (it: Manifest) => (it.spec.issuerRef.nam = 'x'),
      '.spec.issuerRef.nam: no such field',
    ],
    ['a wrong type', (it: Manifest) => (it.spec.dnsNames = 'x'), 'must be array'],
    ['a missing field', (it: Manifest) => delete it.spec.secretName, 'secretName'],
  ])('reports %s', async (_title, plant, fault) => {
    const [certificate] = ofKind(manifestsOf('cert-manager'), 'Certificate').slice(1);
    const copy = structuredClone(certificate) as Manifest;
    plant(copy);
    expect((await operatorFaultsOf(copy)).join('\n')).toContain(fault);
  });
});
