import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CHART, CI_VALUES, example, helm, HELM_VERSIONS } from './helm.ts';

// `helm template` does not render the notes, and Helm 3 needs a cluster for commands that do. A copy of the chart renders them as a manifest.
let copy = '';
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'crypto-tax-chart-'));
  cpSync(CHART, copy, { recursive: true });
  const notes = readFileSync(join(copy, 'templates/NOTES.txt'), 'utf8');
  writeFileSync(
    join(copy, 'templates/notes.yaml'),
    `{{- define "notes" }}${notes}{{ end }}\nnotes: {{ include "notes" . | toJson }}\n`,
  );
});
afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

async function notesOf(name: string, ...args: string[]): Promise<string> {
  const texts = [];
  for (const version of HELM_VERSIONS) {
    const { stdout } = await helm(
      version,
      'template',
      'tax',
      copy,
      '-n',
      'money',
      '-s',
      'templates/notes.yaml',
      ...example(name),
      ...args,
    );
    texts.push(JSON.parse(/^notes: (.*)$/m.exec(stdout)?.[1] ?? 'null') as string);
  }
  expect(texts[0]).toBe(texts[1]);
  return texts[0] ?? '';
}

describe('the Helm notes', () => {
  it.each(CI_VALUES)('of the %s example list three next steps', async (name) => {
    const notes = await notesOf(name);
    expect([...notes.matchAll(/^(\d)\. /gm)].map(([, number]) => number)).toEqual(['1', '2', '3']);
    expect(notes).toContain('kubectl -n money rollout status deployment/tax-crypto-tax-$service');
    expect(notes).toContain(
      'exec deployment/tax-crypto-tax-tools -- \\\n     node deploy/ctx/main.ts user create',
    );
    expect(notes).not.toMatch(/<no value>|%!|e\+/);
    expect(notes.split('\n').filter((line) => line.length > 130)).toEqual([]);
  });

  it('show how to call the API with and without an ingress', async () => {
    expect(await notesOf('production')).toContain(
      'curl -H "Authorization: Bearer $TOKEN" https://tax.example.org/api/v1/me',
    );
    expect(await notesOf('minimal')).toContain('port-forward service/tax-crypto-tax-gateway 8080:80');
    expect(await notesOf('no-ingress')).not.toContain('port-forward');
  });

  it.each([
    ['minimal', '--set tools.enabled=true first', true],
    ['production', '--set tools.enabled=true first', false],
    ['keda', 'migrations.mode is none', true],
    ['minimal', 'migrations.mode is none', false],
    ['minimal', 'nats.url is not set: only the scheduler sweep starts runs, every 5000 ms', true],
    ['production', 'only the scheduler sweep', false],
    ['tls', 'corrections  tax-crypto-tax-corrections', true],
    ['minimal', 'gRPC uses mutual TLS', false],
    ['minimal', 'operatorKey.publicKeys is empty', true],
    ['production', 'operatorKey.publicKeys is empty', false],
    ['production', 'docs/operations/install.md, "Before production"', true],
    ['minimal', 'For your own proxy, list its addresses in gateway.trustedProxies', true],
    ['minimal', 'For your own proxy, list its pods in networkPolicy.http.from', true],
    ['production', 'For your own proxy', false],
    ['no-ingress', 'gateway.service.externalTrafficPolicy is not Local', false],
  ])('of the %s example contain "%s": %s', async (name, sentence, isContained) => {
    expect((await notesOf(name)).includes(sentence)).toBe(isContained);
  });
  it('name the certificate of ctx if only the pod of helm test needs it', async () => {
    const tests = ['--set', 'tools.enabled=false,tests.enabled=true'];
    expect(await notesOf('tls', ...tests)).toContain('tools        tax-crypto-tax-tools');
    expect(await notesOf('tls', '--set', 'tools.enabled=false')).not.toContain(
      'tools        tax-crypto-tax-tools',
    );
  });
  it('warn of a load balancer that may hide the addresses of clients', async () => {
    const setting = ['--set', 'gateway.service.externalTrafficPolicy=Cluster'];
    expect(await notesOf('no-ingress', ...setting)).toContain(
      'gateway.service.externalTrafficPolicy is not Local',
    );
  });
});
