/** Programs of the platform that may call the services: network policies, certificates, and what Helm asks for. */
import { describe, expect, it } from '@jest/globals';
import { OPERATOR_ROLES } from '@ctx/domain/operator-roles';
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

/** Returns the entries of `operatorKey.publicKeys` for the key above, with `prefix`. */
const keyWith = (prefix: string): string =>
  `operatorKey.publicKeys=["${prefix}MCowBQYDK2VwAyEAmT7s9cfXZWiW7iIjSSYai4SkYxZaycEE7JeGu74PqzQ="]`;

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

  it('has a key with a role, which the services get as it is written', async () => {
    for (const prefix of [
      '',
      ...OPERATOR_ROLES.map((role) => `${role}:`),
      'importer+provisioner:nightly-1:',
    ]) {
      const { env } = containerOf(
        theOne(await render('minimal', FROM, keyWith(prefix)), 'Deployment', 'recalc'),
      );
      const value = env.find(({ name }) => name === 'OPERATOR_PUBLIC_KEYS')?.value;
      expect(value).toBe(`${prefix}MCowBQYDK2VwAyEAmT7s9cfXZWiW7iIjSSYai4SkYxZaycEE7JeGu74PqzQ=`);
    }
    for (const prefix of ['imports:', 'importer:Night Job:', ':', 'importer:a:b:'])
      expect(await faultsWith('minimal', FROM, keyWith(prefix))).toContain('operatorKey');
  });

  it('needs a key of the operator, and with TLS a name', async () => {
    expect(await faultsWith('minimal', FROM)).toContain('operatorKey.publicKeys: is required');
    expect(await faultsWith('tls', FROM)).toContain('operators.tlsNames: is required');
  });
});

describe('the job that loads rates', () => {
  const RATES = ['rates.enabled=true', 'rates.operatorKey.existingSecret="rates-key"'];

  it('signs with a key of its own where it has one, so that no pod needs a key with more rights', async () => {
    const keyOf = async (...values: string[]): Promise<unknown> => {
      const job = theOne(await render('minimal', keyWith('importer:rates:'), ...values), 'Job', 'rates');
      return containerOf(job).env.find(({ name }) => name === 'OPERATOR_KEY')?.valueFrom?.secretKeyRef.name;
    };
    expect(await keyOf(...RATES)).toBe('rates-key');
    expect(await keyOf('rates.enabled=true', 'operatorKey.existingSecret="key"')).toBe('key');
  });

  it('needs its public key', async () => {
    expect(await faultsWith('minimal', ...RATES)).toContain('operatorKey.publicKeys: is required');
  });
});
