/** The lines that tell people and models what a treatment does to tax agree with the table of the engine. */
import { describe, expect, it } from '@jest/globals';
import { TREATMENT_EFFECTS } from '@ctx/domain/treatment-effects';
import { type Treatment, TREATMENTS } from '@ctx/domain/vocabulary';
import { effectOfPair } from '@ctx/domain/treatments';

describe.each(TREATMENTS)('The line about %s', (treatment: Treatment) => {
  const line = TREATMENT_EFFECTS[treatment];
  const [sold, bought] = [effectOfPair('DISPOSITION', treatment), effectOfPair('ACQUISITION', treatment)];

  it('says whether a disposal realises a gain', () => {
    const isSale = sold.gain === 'PROCEEDS_LESS_BASIS' && !sold.isOddPair;
    expect(/realises (proceeds|its)|counts as a sale|counts like NORMAL/.test(line)).toBe(isSale);
    const realisesNothing = sold.gain === 'ZERO';
    expect(line.includes('no gain') || (line.includes('keeps cost') && bought.pool === 'ARRIVE')).toBe(
      realisesNothing || bought.pool === 'ARRIVE',
    );
  });

  it('names what keeps cost and date, and what is gone without a deduction', () => {
    const isMoved = [sold.pool, bought.pool].some((pool) => pool === 'LEAVE' || pool === 'ARRIVE');
    expect(line.includes('cost and date')).toBe(isMoved);
    expect(line.includes('no deductible loss')).toBe(sold.pool === 'CONSUME' && sold.gain === 'ZERO');
  });
});
