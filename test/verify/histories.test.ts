/** The verifier computes the figures of the engine again, over random histories (docs/verify.md). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NO_CIRCUMSTANCES } from '@ctx/domain/circumstances';
import { histories } from '../oracle/histories.ts';
import { dossierOf } from './dossier.ts';
import { HAS_PYTHON, startVerifier, type Verifier } from './verifier.ts';

const RUNS = Number(process.env['ORACLE_RUNS'] ?? '150');
void NO_CIRCUMSTANCES;

(HAS_PYTHON ? describe : describe.skip)('The verifier (which needs python3)', () => {
  let verifier: Verifier;
  beforeAll(() => {
    verifier = startVerifier();
  });
  afterAll(() => verifier.end());

  it(`agrees with the engine on ${String(RUNS)} random histories`, async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.constantFrom(2025, 2026, 2031), async (inputs, year) => {
        const result = await verifier.verify(dossierOf({ inputs, year, circumstances: [], openingYear: 0 }));
        expect(result).toMatchObject({ result: 'HOLDS' });
      }),
      { numRuns: RUNS },
    );
  });
});
