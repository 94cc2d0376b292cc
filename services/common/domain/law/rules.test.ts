/** The rules of the law: each with its source, and never a doubt where a source states it. */
import { describe, expect, it } from '@jest/globals';
import { anchorOf } from './anchor.ts';
import { ASSUMPTIONS } from './assumptions.ts';
import { PROVISIONS, provisionsOf } from './provisions.ts';
import { READING_OF, READINGS } from './readings.ts';
import { lawRules, RULES, statusOfRule } from './rules.ts';
import { shownRule } from './shown.ts';

describe('The rules of the law', () => {
  it('are every assumption and the rules that a source states, in their order', () => {
    expect(lawRules().map(({ code }) => code)).toEqual(RULES);
    expect(RULES.filter((code) => (ASSUMPTIONS as readonly string[]).includes(code))).toEqual(ASSUMPTIONS);
  });

  it('are confirmed and without another reading, or an assumption with one', () => {
    for (const { code, other, law } of lawRules()) {
      const isOpen = law.status === 'ASSUMED';
      expect([code, other !== null, law.assumption]).toEqual([code, isOpen, isOpen ? code : null]);
      expect(law.checkedOn).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
  });

  it('state that a higher historic cost makes no loss, by margin 167, and that costs do not count', () => {
    const stated = lawRules().filter(({ law }) => law.status === 'CONFIRMED');
    expect(stated.find(({ code }) => code === 'HIGHER_COST_MAKES_NO_LOSS')!.law).toMatchObject({
      source: 'CIRCULAR_2026',
      margin: '167',
    });
    expect(stated.find(({ code }) => code === 'FEES_OUTSIDE_TEN_PERCENT')!.law.source).toBe(
      'MEMORANDUM_2026',
    );
  });

  it('have the readings of open rules, and of no stated one', () => {
    const shown = lawRules().flatMap(({ readings }) => readings);
    expect(shown.toSorted()).toEqual(
      READINGS.filter((reading) => statusOfRule(READING_OF[reading]) === 'ASSUMED').toSorted(),
    );
    expect(shown).not.toContain('HIGHER_COST_MAKES_LOSS');
  });

  it('leave open whether crypto accounts are declared, while the code of the form is confirmed', () => {
    const code = provisionsOf().find(({ name }) => name === 'FOREIGN_ACCOUNT_CODE')!;
    const duty = lawRules().find((rule) => rule.code === 'FOREIGN_EXCHANGES')!;
    expect([code.law.status, duty.law.status]).toEqual(['CONFIRMED', 'ASSUMED']);
    expect(duty.other).toMatch(/need not be declared/);
    expect(duty.law.readers!.some(({ agrees }) => !agrees)).toBe(true);
  });

  it('and the numbers have anchors of their own', () => {
    const anchors = [...PROVISIONS, ...RULES].map(anchorOf);
    expect(new Set(anchors).size).toBe(anchors.length);
    expect(shownRule(lawRules()[0]!).path).toBe('/law#exemption-claimed-in-return');
  });

  it('and the numbers cite readers by a whole address and at most a line', () => {
    for (const { law } of [...lawRules(), ...provisionsOf()]) {
      for (const { address, quotation = '' } of law.readers ?? []) {
        expect(new URL(address).protocol).toBe('https:');
        expect(quotation.length).toBeLessThan(100);
      }
      expect((law.quotation?.text ?? '').length).toBeLessThan(100);
    }
  });
});
