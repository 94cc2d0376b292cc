/** The example of a feeder (charts/crypto-tax/examples/feeder) on the cluster, over TLS. Its program is `ctx`, started by another one. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { until } from '../../../deploy/stack/process.ts';
import { CHART } from '../../chart/helm.ts';
import { readStory } from '../../readme.ts';
import type { Cluster } from './cluster.ts';
import { REPOSITORY, TAGS } from './parts/images.ts';
import type { Release } from './release.ts';
import { NAMESPACE } from './servers.ts';
import { createCertificate, enableTls } from './tls.ts';

const EXAMPLE = join(CHART, 'examples/feeder');
const FEEDER = 'feeder';
/** DNS name of its certificate. */
const TLS_NAME = 'feeder.feeder.svc';
const OPERATOR_SECRET = 'crypto-tax-operator';
const JOB_MS_MAX = 180_000;

interface CronJob {
  readonly kind: string;
  readonly spec: { readonly jobTemplate: { readonly spec: { readonly template: PodTemplate } } };
}

interface PodTemplate {
  readonly metadata: object;
  readonly spec: {
    readonly containers: readonly [
      { readonly env: readonly { readonly name: string; readonly value?: string }[] },
    ];
  };
}

/** Creates the feeder's namespace with all that the example has, except that its cron job never starts. Returns the values of the upgrade. */
export async function createFeeder(cluster: Cluster, release: Release): Promise<Record<string, unknown>> {
  const [own, feeders] = [keyPair(), keyPair()];
  const objects = documentsOf('feeder.yaml').map((object) =>
    object['kind'] === 'Secret' ? { ...object, stringData: { OPERATOR_KEY: feeders.privateKey } } : object,
  );
  await cluster.apply(...objects.filter(({ kind }) => kind !== 'CronJob'), {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: OPERATOR_SECRET, namespace: NAMESPACE },
    stringData: { OPERATOR_KEY: own.privateKey },
  });
  await createCertificate(cluster, { secret: 'feeder-tls', namespace: FEEDER, names: [TLS_NAME] });
  const { operators } = parse(readFileSync(join(EXAMPLE, 'values.yaml'), 'utf8')) as {
    operators: { from: readonly object[] };
  };
  return {
    ...(await enableTls(cluster, release)),
    'operatorKey.publicKeys': [`all:${own.publicKey}`, `importer+provisioner:feeder:${feeders.publicKey}`],
    'operatorKey.existingSecret': OPERATOR_SECRET,
    'operators.from': operators.from,
    'operators.tlsNames': [TLS_NAME],
  };
}

/** Creates a user and imports facts with the feeder's key; its role does not reach the log of the operator's calls, and no policy lets another pod through. */
export async function feed(cluster: Cluster): Promise<void> {
  const { facts } = readStory();
  const fed = JSON.parse(await runJob(cluster, 'fed', FEEDER, { facts }, FEED)) as object;
  assert.deepEqual(fed, { status: 'IDLE', log: 'FORBIDDEN' });
  assert.equal((await runJob(cluster, 'stranger', 'stranger', {}, CONNECT)).trim(), 'dropped');
}

export async function removeFeeder(cluster: Cluster): Promise<void> {
  await cluster.kubectl('delete', 'namespace', FEEDER, '--wait=false');
  await cluster.kubectl('-n', NAMESPACE, 'delete', 'secret', OPERATOR_SECRET);
}

function documentsOf(file: string): Record<string, unknown>[] {
  return parseAllDocuments(readFileSync(join(EXAMPLE, file), 'utf8')).map(
    (document) => document.toJS() as Record<string, unknown>,
  );
}

function keyPair(): { readonly publicKey: string; readonly privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  };
}

/** Runs a program as the job of the example, with its own certificate, under a name. Returns what it prints. */
async function runJob(
  cluster: Cluster,
  name: string,
  label: string,
  settings: object,
  program: string,
): Promise<string> {
  const { template } = (documentsOf('feeder.yaml') as unknown as CronJob[]).find(
    ({ kind }) => kind === 'CronJob',
  )!.spec.jobTemplate.spec;
  const [container] = template.spec.containers;
  const folder = '/etc/feeder-tls';
  const tls = [
    ['TLS_CA_FILE', 'ca.crt'],
    ['TLS_CERT_FILE', 'tls.crt'],
    ['TLS_KEY_FILE', 'tls.key'],
  ].map(([variable, file]) => ({ name: variable, value: `${folder}/${String(file)}` }));
  const text = `const settings = ${JSON.stringify(settings)};\n${program}`;
  await cluster.apply({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace: FEEDER },
    spec: {
      backoffLimit: 0,
      template: {
        metadata: { labels: { 'app.kubernetes.io/name': label } },
        spec: {
          ...template.spec,
          containers: [
            {
              ...container,
              image: `${REPOSITORY}/tools:${TAGS[0]}`,
              command: ['node', '--input-type=module', '--eval', text],
              env: [...container.env, ...tls],
              volumeMounts: [{ name: 'tls', mountPath: folder }],
            },
          ],
          volumes: [{ name: 'tls', secret: { secretName: 'feeder-tls' } }],
        },
      },
    },
  });
  await untilEnded(cluster, name);
  return cluster.kubectl('-n', FEEDER, 'logs', `job/${name}`);
}

async function untilEnded(cluster: Cluster, name: string): Promise<void> {
  const conditions = await until(async () => {
    const path = 'jsonpath={.status.conditions[?(@.status=="True")].type}';
    const types = await cluster.kubectl('-n', FEEDER, 'get', 'job', name, '-o', path);
    if (!/\b(?:Complete|Failed)\b/.test(types)) throw new Error(`the job ${name} has not ended`);
    return types;
  }, JOB_MS_MAX);
  if (conditions.includes('Failed'))
    throw new Error(`the job ${name} failed: ${await cluster.kubectl('-n', FEEDER, 'logs', `job/${name}`)}`);
}

const FEED = `
  import { spawnSync } from 'node:child_process';
  const ctx = (args, input = '') => {
    const { stdout, stderr } = spawnSync(process.execPath, ['deploy/ctx/main.ts', '--json', ...args], { input });
    const printed = stdout.toString().trim().split('\\n').at(-1) || stderr.toString().trim().split('\\n').at(-1);
    try { return JSON.parse(printed); } catch { throw new Error(args[0] + ': ' + stdout + stderr); }
  };
  const { userId } = ctx(['user', 'create', '--email', 'fed@example.org', '--plan', 'pro', '--year', '2026']);
  const user = String(userId);
  const imported = ctx(['import', '--user', user, '-', '--wait'], settings.facts);
  const { error: forbidden } = ctx(['operator', 'log']);
  const { status, error } = ctx(['recalc', '--user', user]);
  if (imported.error || error) throw new Error(JSON.stringify({ imported, error }));
  console.log(JSON.stringify({ status, log: forbidden?.code }));
`;

/** A name that is not found, or a closed port, is another outcome than a packet that is dropped. */
const CONNECT = `
  import net from 'node:net';
  const [host, port] = process.env.CORRECTIONS_ADDRESS.split(':');
  const socket = net.connect({ host, port: Number(port), timeout: 3000 });
  const end = (outcome) => { console.log(outcome); process.exit(0); };
  socket.once('lookup', (error) => { if (error) end(String(error)); });
  socket.once('connect', () => end('connected'));
  socket.once('timeout', () => end('dropped'));
  socket.once('error', (error) => end(String(error)));
`;
