/** The README's story inside the cluster: a user, facts, a correction, and the figures before and after it. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readStory } from '../../readme.ts';
import type { Cluster } from './cluster.ts';
import { runInPod } from './load.ts';
import type { Release } from './release.ts';
import { INGRESS } from './servers.ts';

/** Creates a user with the README's facts, and returns tokens of that user; each may send 120 requests a minute. */
export async function createUser(release: Release, count = 1): Promise<string[]> {
  const email = `${randomUUID()}@example.org`;
  const created = await release.ctx(['user', 'create', '--email', email, '--plan', 'pro', '--year', '2026']);
  const user = String(created['userId']);
  await release.ctx(['import', '--user', user, '-', '--wait'], readStory().facts);
  const tokens: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const named = ['token', 'create', '--user', user, '--name', `n${String(index)}`, '--scope', 'write'];
    tokens.push(String((await release.ctx(named))['token']));
  }
  return tokens;
}

/** Corrects the open question of the README's facts over REST, from a pod that may call the gateway. */
export async function walk(cluster: Cluster, release: Release, token: string): Promise<string> {
  const text = await runInPod(cluster, INGRESS, { base: await release.baseUrl(), token }, PROGRAM);
  const { before, status, after, ms } = JSON.parse(text) as {
    before: unknown;
    status: number;
    after: unknown;
    ms: number;
  };
  assert.deepEqual({ before, status, after }, { before: [1250, 125], status: 200, after: [1350, 135] });
  return `IDLE after ${String(ms)} ms`;
}

const PROGRAM = `
  const { base, token } = settings;
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
  const api = async (path, body) => {
    const request = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(base + '/api/v1' + path, request);
    return { status: answer.status, body: await answer.json() };
  };
  const figures = async () => {
    const { body } = await api('/years/2026/summary');
    return [body.totalCapitalGains.exact, body.totalTax.exact];
  };
  const before = await figures();
  const { body: { items: [issue] } } = await api('/issues');
  const since = performance.now();
  const { status } = await api('/overrides', { taxEventId: issue.sourceEventId, overriddenEuroValue: 400 });
  await api('/recalc-status?waitSeconds=25');
  const ms = Math.round(performance.now() - since);
  console.log(JSON.stringify({ before, status, after: await figures(), ms }));
`;
