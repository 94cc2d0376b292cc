import { describe, expect, it } from '@jest/globals';
import { answersAgainst, answersOf, NO_ANSWERS, REGIME_INDICATORS, regimeHint } from './regime.ts';

const all = (answer: boolean) => answersOf(() => answer);

describe('answers that point to the other regime', () => {
  it('are each yes under normal management, whatever the other answers are', () => {
    const mixed = { ...all(false), borrowed: true, frequent: null };
    expect(answersAgainst({ regime: 'NORMAAL_BEHEER', ...mixed })).toEqual(['borrowed']);
    expect(answersAgainst({ regime: 'NORMAAL_BEHEER', ...all(true) })).toEqual(REGIME_INDICATORS);
    expect(answersAgainst({ regime: 'NORMAAL_BEHEER', ...all(false) })).toEqual([]);
  });

  it('are the answers under speculation if all of them are no', () => {
    expect(answersAgainst({ regime: 'SPECULATIEF', ...all(false) })).toEqual(REGIME_INDICATORS);
    expect(answersAgainst({ regime: 'SPECULATIEF', ...NO_ANSWERS, automated: false })).toEqual(['automated']);
    expect(answersAgainst({ regime: 'SPECULATIEF', ...all(false), automated: true })).toEqual([]);
  });

  it('do not exist where every question was left open', () => {
    for (const regime of ['NORMAAL_BEHEER', 'SPECULATIEF'] as const)
      expect([answersAgainst({ regime, ...NO_ANSWERS }), regimeHint({ regime, ...NO_ANSWERS })]).toEqual([
        [],
        null,
      ]);
  });
});

it('The hint names the answers, the source and that it is neither a verdict nor advice', () => {
  const hint = regimeHint({ regime: 'NORMAAL_BEHEER', ...NO_ANSWERS, automated: true, frequent: true });
  expect(hint).toContain('trading by bots, frequent trading');
  for (const each of [hint, regimeHint({ regime: 'SPECULATIEF', ...all(false) })])
    expect(each).toMatch(
      /Circular 2026\/C\/74.*questionnaire of the ruling office.*no verdict and no advice/,
    );
});
