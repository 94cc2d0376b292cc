/** The verifier computes the figures of the engine again, over random histories (docs/verify.md). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { inputsOf, price } from '../../services/recalc/test/engine/build.ts';
import { history } from '../bench/history.ts';
import { dossierOf } from './archive.ts';
import { dossiers } from './random-dossiers.ts';
import { HAS_PYTHON, startVerifier, type Verifier } from './verifier.ts';

const RUNS = Number(process.env['ORACLE_RUNS'] ?? '150');
const TIMEOUT_MS = 600_000 + RUNS * 1000;

(HAS_PYTHON ? describe : describe.skip)('The verifier (which needs python3)', () => {
  let verifier: Verifier;
  beforeAll(() => {
    verifier = startVerifier();
  });
  afterAll(() => verifier.end());

  it(
    `agrees with the engine on ${String(RUNS)} dossiers of random histories`,
    async () => {
      await fc.assert(
        fc.asyncProperty(dossiers, async (dossier) => {
          const { message } = await verifier.verify(dossierOf(dossier));
          expect(message).toMatch(/^The year [0-9]+ holds: /);
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );

  it('agrees with the engine on a history of 3,000 purchases and sales', async () => {
    const inputs = inputsOf(history(3000), { prices: [price('BTC', '2025-12-31T23:00:00Z', '90')] });
    const { message } = await verifier.verify(dossierOf({ inputs, year: 2026, circumstances: [] }));
    expect(message).toMatch(/^The year 2026 holds: 3000 facts, /);
  });
});
