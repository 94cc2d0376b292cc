/** The steps of the story, in their order. Each leaves the release as it found it, so that a step can be run without the others. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fireAlerts } from './alerts.ts';
import { type Cluster, CommandFailure } from './cluster.ts';
import { evaluate } from './evaluation.ts';
import { type Load, runInPod, underLoad } from './load.ts';
import { TAGS } from './parts/images.ts';
import { createFeeder, feed, removeFeeder } from './feeder.ts';
import { backUp, restore } from './postgres.ts';
import { Release, SERVICES } from './release.ts';
import { patchSecret, readSecret, replaceSecrets, SECRET_FILES, useFirstLogin } from './secret-files.ts';
import { INGRESS, KEYS, NAMESPACE } from './servers.ts';
import type { Row } from '../suite.ts';
import { authorityOf, enableHttps, enableTls, replaceHttpCertificate } from './tls.ts';
import { sendValues } from './values.ts';
import { createUser, walk } from './walk.ts';
import { enableWebhooks, sendEvents } from './webhooks.ts';

/** What the steps share. */
export interface Scene {
  readonly cluster: Cluster;
  readonly release: Release;
  /** Tokens of the user whose requests are the load. */
  readonly tokens: string[];
}

/** What came of a step: of the requests meanwhile, and a note for the table. */
export interface Result {
  readonly load?: Load;
  readonly note?: string;
}

export interface Step extends Row {
  readonly run: (scene: Scene) => Promise<Result>;
}

/** Requests arrive for as long as the work takes, and for this long at least. */
const LOAD_SECONDS = 30;
/** The limit of Helm. */
const RELEASE_NAME_LENGTH_MAX = 53;

/** Enough for the load, and for the repetitions of requests that are rejected while TLS is turned on. */
const LOAD_TOKENS = 20;
/** Rollbacks in a row. */
const ROLLBACKS = 3;

/** Does some work while requests arrive, none of which may fail. */
function withoutFailure(scene: Scene, work: () => Promise<unknown>): Promise<Result> {
  return whileRequestsArrive(scene, false, work);
}

async function whileRequestsArrive(
  { cluster, release, tokens }: Scene,
  mayBeUnavailable: boolean,
  work: () => Promise<unknown>,
): Promise<Result> {
  const target = { base: await release.baseUrl(), tokens, seconds: LOAD_SECONDS };
  return { load: await underLoad(cluster, target, mayBeUnavailable, work) };
}

export const STEPS: readonly Step[] = [
  { id: 'install', title: 'install into a namespace that enforces pod security', run: install },
  { id: 'pods', title: 'pods run without privileges and with read-only roots', run: checkPods },
  { id: 'story', title: "the README's story", run: tellStory },
  { id: 'policies', title: 'ways that no policy allows are dropped', run: checkPolicies },
  { id: 'helm-test', title: 'helm test', run: helmTest },
  { id: 'upgrade', title: 'upgrade to a version with one more migration', run: upgrade },
  { id: 'rollback', title: 'upgrade and rollback, in turns', run: rollBack },
  { id: 'deleted-pods', title: 'a gateway and a read pod deleted', run: deletePods },
  { id: 'drain', title: 'a node drained', run: drain },
  { id: 'tls', title: 'TLS between services turned on and off', run: turnTlsOn },
  { id: 'https', title: 'HTTPS at the gateway, and its certificate replaced', run: turnHttpsOn },
  { id: 'feeder', title: 'a feeder in its own namespace, and a stranger in it', run: runFeeder },
  { id: 'events', title: 'events to NATS, and webhooks to the cluster rejected', run: tellEvents },
  { id: 'other-helm', title: 'upgrade by the other Helm, and back', run: changeHelm },
  { id: 'key', title: 'the key between services changed', run: changeKey },
  { id: 'secret-files', title: 'secrets as files, replaced without a restart', run: replaceFiles },
  { id: 'autoscaler', title: 'autoscaler turned on', run: turnAutoscalerOn },
  { id: 'second', title: 'a second release with the longest name, and its end', run: addRelease },
  { id: 'scale', title: 'scaled to 0 and back', run: scaleDown },
  { id: 'backup', title: 'backup, loss of the database and restore', run: restoreBackup },
  { id: 'alerts', title: 'alerts fire', run: alert },
  { id: 'uninstall', title: 'uninstall', run: uninstall },
  { id: 'evaluation', title: 'the evaluation chart, and the request of its notes', run: installEvaluation },
  { id: 'values', title: 'every documented value sent to the API server', run: tryValues },
];

async function install({ release, tokens }: Scene): Promise<Result> {
  const { stdout } = await release.helm('helm4', 'install');
  await release.untilReady();
  assert.doesNotMatch(stdout, /warning/i);
  tokens.push(...(await createUser(release, LOAD_TOKENS)));
  return {};
}

/** Looks at the pods as they run, not at templates. */
async function checkPods({ cluster, release }: Scene): Promise<Result> {
  const pods = await release.pods();
  assert.ok(pods.length >= SERVICES.length);
  for (const { metadata, spec } of pods) {
    assert.equal(spec.securityContext.runAsNonRoot, true, metadata.name);
    for (const { securityContext } of spec.containers) {
      const { allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities } = securityContext;
      assert.deepEqual(
        [allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities?.drop, capabilities?.add],
        [false, true, ['ALL'], undefined],
        metadata.name,
      );
    }
    const exec = ['kubectl', '-n', NAMESPACE, 'exec', '-i', metadata.name, '--', 'node', '-'];
    const found = JSON.parse(await cluster.run(exec, PRIVILEGES)) as object;
    assert.deepEqual(found, { capabilities: '0000000000000000', written: [] }, metadata.name);
  }
  return { note: `${String(pods.length)} pods` };
}

const PRIVILEGES = `
  const fs = require('node:fs');
  const [, capabilities] = /CapEff:\\s*(\\S+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'));
  const written = ['/', '/app', '/etc', '/var'].filter((folder) => {
    try { fs.writeFileSync(folder + '/written', ''); return true; } catch { return false; }
  });
  console.log(JSON.stringify({ capabilities, written }));
`;

async function tellStory({ cluster, release }: Scene): Promise<Result> {
  const [token = ''] = await createUser(release);
  return { note: await walk(cluster, release, token) };
}

async function checkPolicies({ cluster, release }: Scene): Promise<Result> {
  const pods = await release.pods();
  const addressOf = (service: string): string =>
    pods.find(({ metadata }) => metadata.labels['app.kubernetes.io/component'] === service)?.status.podIP ??
    '';
  const ways = [
    ['default', addressOf('gateway'), 8080],
    [INGRESS, addressOf('read'), 9090],
    [INGRESS, addressOf('recalc'), 9091],
    [INGRESS, addressOf('gateway'), 9091],
  ] as const;
  for (const [namespace, host, port] of ways)
    assert.equal(
      await canConnect(cluster, namespace, host, port),
      false,
      `${namespace} to ${host}:${String(port)}`,
    );
  assert.equal(await canConnect(cluster, INGRESS, addressOf('gateway'), 8080), true);
  return { note: `${String(ways.length)} ways dropped, 1 allowed` };
}

async function canConnect(cluster: Cluster, namespace: string, host: string, port: number): Promise<boolean> {
  const program = `
    import net from 'node:net';
    const socket = net.connect({ ...settings, timeout: 3000 });
    socket.once('connect', () => { console.log('true'); socket.destroy(); });
    socket.once('timeout', () => { console.log('false'); socket.destroy(); });
    socket.once('error', () => console.log('false'));
  `;
  return (await runInPod(cluster, namespace, { host, port }, program)).trim() === 'true';
}

async function helmTest({ release }: Scene): Promise<Result> {
  await release.command('helm4', 'test', release.name, '-n', NAMESPACE, '--timeout', '3m');
  return {};
}

function upgrade(scene: Scene): Promise<Result> {
  return withoutFailure(scene, () => scene.release.helm('helm4', 'upgrade', { 'image.tag': TAGS[1] }));
}

/** Upgrades and rolls back to the revision before, several times under one load. */
function rollBack(scene: Scene): Promise<Result> {
  const { release } = scene;
  return withoutFailure(scene, async () => {
    await release.helm('helm4', 'upgrade');
    for (let index = 0; index < ROLLBACKS; index += 1) {
      await release.helm('helm4', 'upgrade', { 'image.tag': TAGS[1] });
      const args = ['rollback', release.name, '-n', NAMESPACE, '--wait', '--timeout', '5m'];
      await release.command('helm4', ...args);
    }
  });
}

function deletePods(scene: Scene): Promise<Result> {
  const { cluster, release } = scene;
  return withoutFailure(scene, async () => {
    const names = await Promise.all(
      (['gateway', 'read'] as const).map(
        async (service) => (await release.pods(service))[0]?.metadata.name ?? '',
      ),
    );
    await cluster.kubectl('-n', NAMESPACE, 'delete', 'pod', ...names);
    await release.untilReady();
  });
}

async function drain(scene: Scene): Promise<Result> {
  const { cluster, release } = scene;
  try {
    return await withoutFailure(scene, async () => {
      const ignored = ['--ignore-daemonsets', '--delete-emptydir-data', '--timeout=180s'];
      const own = `app.kubernetes.io/instance=${release.name}`;
      await cluster.kubectl('drain', 'node2', ...ignored, `--pod-selector=${own}`);
      await release.untilReady();
    });
  } finally {
    await cluster.kubectl('uncordon', 'node2');
  }
}

/** Pods with and without TLS cannot talk to each other, so a request may be rejected until a pod of its own kind is ready (docs/operations/install.md, "TLS between services"). */
async function turnTlsOn(scene: Scene): Promise<Result> {
  const { cluster, release } = scene;
  const settings = await enableTls(cluster, release);
  const result = await whileRequestsArrive(scene, true, async () => {
    await release.helm('helm4', 'upgrade', settings);
  });
  const [token = ''] = await createUser(release);
  const note = await walk(cluster, release, token);
  await release.helm('helm4', 'upgrade');
  return { ...result, note };
}

/** Callers of the gateway must change at the same time, so HTTPS is turned on without load; a new certificate must lose no request. */
async function turnHttpsOn(scene: Scene): Promise<Result> {
  const { cluster, release } = scene;
  const settings = await enableHttps(cluster, release);
  await release.helm('helm4', 'upgrade', settings);
  await helmTest(scene);
  const ca = authorityOf(cluster);
  const target = { base: await release.baseUrl('https'), ca, tokens: scene.tokens, seconds: LOAD_SECONDS };
  const load = await underLoad(cluster, target, false, () => replaceHttpCertificate(cluster, release));
  await release.helm('helm4', 'upgrade');
  return { load };
}

async function runFeeder({ cluster, release }: Scene): Promise<Result> {
  await release.helm('helm4', 'upgrade', await createFeeder(cluster, release));
  await feed(cluster);
  await release.helm('helm4', 'upgrade');
  await removeFeeder(cluster);
  return {};
}

async function tellEvents({ cluster, release }: Scene): Promise<Result> {
  await release.helm('helm4', 'upgrade', await enableWebhooks(cluster));
  await sendEvents(cluster, release, () => createUser(release));
  await release.helm('helm4', 'upgrade');
  return {};
}

/** The upgrades to files and back, and between them a new key and a new login of PostgreSQL without a restart. */
async function replaceFiles(scene: Scene): Promise<Result> {
  const { cluster, release } = scene;
  return withoutFailure(scene, async () => {
    await release.helm('helm4', 'upgrade', SECRET_FILES);
    await replaceSecrets(cluster, release);
    await useFirstLogin(cluster, () => release.helm('helm4', 'upgrade'));
  });
}

async function changeHelm({ release }: Scene): Promise<Result> {
  await release.helm('helm3', 'upgrade');
  await release.helm('helm4', 'upgrade');
  return {};
}

/** The three steps of docs/operations/keys.md. */
function changeKey(scene: Scene): Promise<Result> {
  const { cluster, release } = scene;
  return withoutFailure(scene, async () => {
    const old = await readSecret(cluster, KEYS, 'CALLER_KEY');
    const next = randomBytes(32).toString('base64');
    for (const keys of [`${old},${next}`, `${next},${old}`, next]) {
      await patchSecret(cluster, KEYS, { CALLER_KEY: keys });
      const all = ['deployment', '-l', `app.kubernetes.io/instance=${release.name}`];
      await cluster.kubectl('-n', NAMESPACE, 'rollout', 'restart', ...all);
      await release.untilReady();
    }
  });
}

const AUTOSCALING = { enabled: true, minReplicas: 1, maxReplicas: 6 };
const LOOK_MS = 20_000;

/** Turning an autoscaler on must not take running pods away before it has looked at them. */
async function turnAutoscalerOn(scene: Scene): Promise<Result> {
  const { release } = scene;
  await release.helm('helm4', 'upgrade', { 'read.replicas': 3 });
  const result = await withoutFailure(scene, async () => {
    await release.helm('helm4', 'upgrade', { 'read.autoscaling': AUTOSCALING });
    assert.ok((await release.replicas('read')) >= 3, 'the upgrade lowered the number of pods');
    await pause(LOOK_MS);
  });
  await release.helm('helm4', 'upgrade');
  return result;
}

/** Two releases share a namespace and a database. */
function addRelease(scene: Scene): Promise<Result> {
  const second = new Release(scene.cluster, 'second-'.padEnd(RELEASE_NAME_LENGTH_MAX, 'x'));
  return withoutFailure(scene, async () => {
    await second.helm('helm4', 'install', { 'tools.enabled': false });
    await second.uninstall();
  });
}

async function tryValues({ cluster }: Scene): Promise<Result> {
  return { note: `${String(await sendValues(cluster))} renderings accepted` };
}

async function scaleDown({ cluster, release }: Scene): Promise<Result> {
  await scaleToNone(cluster, release);
  await release.helm('helm4', 'upgrade');
  await release.untilReady();
  const [token = ''] = await createUser(release);
  return { note: await walk(cluster, release, token) };
}

async function scaleToNone(cluster: Cluster, release: Release): Promise<void> {
  const deployments = SERVICES.map((name) => `deployment/${release.fullName}-${name}`);
  await cluster.kubectl('-n', NAMESPACE, 'scale', ...deployments, '--replicas=0');
}

/** The steps of docs/operations/backup.md. What was corrected after the backup is lost; the walk finds it open again. */
async function restoreBackup({ cluster, release }: Scene): Promise<Result> {
  const [token = ''] = await createUser(release);
  await backUp(cluster);
  await walk(cluster, release, token);
  await scaleToNone(cluster, release);
  await restore(cluster);
  await release.helm('helm4', 'upgrade');
  await release.untilReady();
  return { note: await walk(cluster, release, token) };
}

async function alert({ cluster, release }: Scene): Promise<Result> {
  const [token = ''] = await createUser(release);
  const fired = await fireAlerts({ cluster, release, token });
  return { note: fired.join(', ') };
}

/** Only what the chart does not own may stay. */
async function uninstall({ cluster, release }: Scene): Promise<Result> {
  await release.uninstall();
  const kinds =
    'all,configmap,serviceaccount,networkpolicy,poddisruptionbudget,horizontalpodautoscaler,role,rolebinding';
  // Helm leaves the pod of a test until the next one.
  const selector = `app.kubernetes.io/instance=${release.name},app.kubernetes.io/component!=test`;
  await cluster.kubectl('-n', NAMESPACE, 'wait', '--for=delete', 'pod', '-l', selector, '--timeout=2m');
  const left = await cluster.try(['kubectl', '-n', NAMESPACE, 'get', kinds, '-l', selector, '-o', 'name']);
  if (left.code !== 0) throw new CommandFailure(['kubectl', 'get'], left);
  assert.equal(left.stdout.trim(), '');
  return {};
}

async function installEvaluation({ cluster }: Scene): Promise<Result> {
  const years = await evaluate(cluster);
  assert.ok(years.length > 0);
  return { note: `years ${years.join(', ')}` };
}
