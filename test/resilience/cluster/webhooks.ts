/** Events to NATS, and webhooks to addresses of the cluster, which are rejected or never called (docs/events.md). */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { until } from '../../../deploy/stack/process.ts';
import type { Cluster } from './cluster.ts';
import { runInPod } from './load.ts';
import type { Release } from './release.ts';
import { patchSecret } from './secret-files.ts';
import { KEYS } from './servers.ts';

const STREAM = 'platform-events';
const ADDRESS = 'https://198.51.100.7/hook';
/** A name that leads to an address of the cluster. */
const NAME = 'https://nats.nats.svc.cluster.local/hook';
const DELIVERY_MS_MAX = 60_000;

/** Creates the stream of the platform and the keys of webhooks; returns the values of the upgrade, which let corrections reach everything. */
export async function enableWebhooks(cluster: Cluster): Promise<Record<string, unknown>> {
  await patchSecret(cluster, KEYS, { WEBHOOK_KEYS: randomBytes(32).toString('base64') });
  const stream = { name: STREAM, subjects: ['ctx.events.>'], storage: 'memory' };
  const { error } = await requestNats(cluster, `$JS.API.STREAM.CREATE.${STREAM}`, stream);
  assert.equal(error, undefined);
  return {
    'webhooks.enabled': true,
    'webhooks.keys.existingSecret': KEYS,
    'networkPolicy.https.to': [{ ipBlock: { cidr: '0.0.0.0/0' } }],
  };
}

/** Adds webhooks, and rejects unless the event of `change` comes to NATS, and to no address of the cluster. */
export async function sendEvents(
  cluster: Cluster,
  release: Release,
  change: () => Promise<unknown>,
): Promise<void> {
  await assert.rejects(release.ctx(['webhook', 'add', '--url', ADDRESS]), /not an address on the internet/);
  const ids: string[] = [];
  for (const url of [NAME, 'nats:'])
    ids.push(
      String((await release.ctx(['webhook', 'add', '--url', url, '--type', 'figures.changed']))['id']),
    );
  await change();
  await until(async () => {
    const last = { last_by_subj: 'ctx.events.figures.changed' };
    const { message } = await requestNats(cluster, `$JS.API.STREAM.MSG.GET.${STREAM}`, last);
    if (message === undefined) throw new Error('NATS has no figures.changed');
    const { type } = JSON.parse(Buffer.from(message.data, 'base64').toString()) as { type: string };
    assert.equal(type, 'figures.changed');
  }, DELIVERY_MS_MAX);
  await until(async () => {
    const { webhooks } = (await release.ctx(['webhook', 'list'])) as {
      webhooks: { url: string; lastError: string | null }[];
    };
    const { lastError } = webhooks.find(({ url }) => url === NAME) ?? {};
    assert.equal(lastError, 'the host is not on the internet');
  }, DELIVERY_MS_MAX);
  for (const id of ids) await release.ctx(['webhook', 'remove', '--id', id]);
}

interface NatsResponse {
  readonly error?: object;
  readonly message?: { readonly data: string };
}

async function requestNats(cluster: Cluster, subject: string, body: object): Promise<NatsResponse> {
  const settings = { subject, body: JSON.stringify(body) };
  return JSON.parse(await runInPod(cluster, 'default', settings, REQUEST)) as NatsResponse;
}

/** A request in the protocol of NATS, because the image has no client. */
const REQUEST = `
  import net from 'node:net';
  const { subject, body } = settings;
  const socket = net.connect(4222, 'nats.nats');
  const lines = ['CONNECT {"verbose":false}', 'SUB responses 1', 'PUB ' + subject + ' responses ' + body.length, body, ''];
  socket.write(lines.join('\\r\\n'));
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
    const [, length, rest] = /MSG responses 1 (\\d+)\\r\\n([^]*)/.exec(text) ?? [];
    if (rest === undefined || rest.length < Number(length)) return;
    console.log(rest.slice(0, Number(length)));
    process.exit(0);
  });
  socket.setTimeout(5000, () => { console.error('NATS does not respond'); process.exit(1); });
`;
