/** The Node program of docs/operations/feeding.md feeds a running system. Those in Python and Go are run by `npm run test:clients`. */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { faultsOfFeeder, FeederProgram } from '../clients/feeder.ts';
import { useStack } from './kit.ts';
import { WORKED_EXAMPLE_1 } from './stack.ts';

const feeder = generateKeyPairSync('ed25519');
const publicKey = feeder.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const stack = useStack({
  own: true,
  settings: { OPERATOR_PUBLIC_KEYS: `importer+provisioner:feeder:${publicKey}` },
});
const program = FeederProgram.inNode();
afterAll(() => {
  program.remove();
});

describe('The feeder in Node', () => {
  it('creates a user, imports facts and waits for the figures; the second time it changes nothing', async () => {
    expect(await faultsOfFeeder(program, stack, 'fed@example.org', WORKED_EXAMPLE_1)).toEqual([]);
  });

  it('needs no more than a key with the roles importer and provisioner', async () => {
    const OPERATOR_KEY = feeder.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    const faults = await faultsOfFeeder(program, stack, 'limited@example.org', WORKED_EXAMPLE_1, {
      OPERATOR_KEY,
    });
    expect(faults).toEqual([]);
    expect(await stack.ctx(['user', 'show', '--external-id', 'id-of-limited@example.org'])).toMatchObject({
      email: 'limited@example.org',
      years: [2026],
    });
    const { calls } = await stack.ctx(['operator', 'log', '--key', 'feeder']);
    expect(new Set((calls as { outcome: string }[]).map(({ outcome }) => outcome))).toEqual(new Set(['OK']));
  });

  it('names the line that is wrong, and ends with an error', async () => {
    const facts = [...WORKED_EXAMPLE_1, { kind: 'event', account: 'kraken-1' }];
    await expect(program.feed(stack, 'wrong@example.org', facts)).rejects.toThrow(/line: 5/);
  });

  it('ends with an error when its key is not the operator’s', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const OPERATOR_KEY = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    const feeding = program.feed(stack, 'x@example.org', WORKED_EXAMPLE_1, { OPERATOR_KEY });
    await expect(feeding).rejects.toThrow(/UNAUTHENTICATED/);
  });
});
