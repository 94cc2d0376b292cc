/** Programs of the platform that may call the services: network policies, certificates, and what Helm asks for. */
import { describe, expect, it } from '@jest/globals';
import { example, render, template } from './helm.ts';
import { containerOf, type Manifest, theOne } from './manifests.ts';

const FEEDER = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'feeder' } } };
const FROM = `operators.from=${JSON.stringify([FEEDER])}`;
const KEY = 'operatorKey.publicKeys=["MCowBQYDK2VwAyEAmT7s9cfXZWiW7iIjSSYai4SkYxZaycEE7JeGu74PqzQ="]';

/** Returns whether the policy of a service lets the feeder reach its gRPC port. */
function isReached(manifests: readonly Manifest[], service: string): boolean {
  const { ingress = [] } = theOne(manifests, 'NetworkPolicy', service).spec as {
    ingress?: { from: object[]; ports: { port: number }[] }[];
  };
  return ingress.some(
    ({ from, ports }) =>
      ports.every(({ port }) => port === 9090) && JSON.stringify(from) === JSON.stringify([FEEDER]),
  );
}

async function faultsWith(values: string, ...sets: string[]): Promise<string> {
  const args = sets.flatMap((set) => ['--set-json', set]);
  return (await template('helm4', ...example(values), ...args)).stderr;
}

describe('a program of the platform', () => {
  it.each([
    ['gateway', true],
    ['corrections', true],
    ['recalc', true],
    ['read', false],
  ])('reaches %s: %s', async (service, reaches) => {
    expect(isReached(await render('minimal', FROM, KEY), service)).toBe(reaches);
    expect(isReached(await render('minimal'), service)).toBe(false);
  });

  it.each([
    ['gateway', 'tax-crypto-tax-tools,feeder'],
    ['corrections', 'tax-crypto-tax-gateway-grpc,tax-crypto-tax-tools,feeder'],
    ['recalc', 'tax-crypto-tax-corrections,tax-crypto-tax-tools,feeder'],
    ['read', 'tax-crypto-tax-gateway-grpc'],
  ])('calls %s with the name of its certificate: %s', async (service, callers) => {
    const manifests = await render('tls', FROM, 'operators.tlsNames=["feeder"]');
    const { env } = containerOf(theOne(manifests, 'Deployment', service));
    expect(env.find(({ name }) => name === 'TLS_CALLERS')?.value).toBe(callers);
  });

  it('needs a key of the operator, and with TLS a name', async () => {
    expect(await faultsWith('minimal', FROM)).toContain('operatorKey.publicKeys: is required');
    expect(await faultsWith('tls', FROM)).toContain('operators.tlsNames: is required');
  });
});
