import { describe, expect, it } from '@jest/globals';
import { effectOfPair, isTaxableByDefault } from '@ctx/domain/treatments';
import { EVENT_TYPES, LANGUAGES, TREATMENTS } from '@ctx/domain/vocabulary';
import { ANSWERS_TEXTS } from './texts/texts.ts';
import {
  CHOICES,
  type Direction,
  directionOf,
  fieldsOfMeaning,
  MEANINGS,
  type MeaningName,
  meaningsOf,
} from './what-it-was.ts';

const DIRECTIONS: readonly Direction[] = ['in', 'out'];
const NAMES = Object.keys(MEANINGS) as MeaningName[];
const REACHED = DIRECTIONS.flatMap((direction) =>
  CHOICES.flatMap((choice) =>
    meaningsOf(choice, direction).map((name) => ({
      direction,
      name,
      fields: fieldsOfMeaning(name, direction)!,
    })),
  ),
);

describe('the choices for a transaction', () => {
  it('lead to every treatment, every type and every meaning', () => {
    const treatments = REACHED.map(({ fields }) => fields.overriddenTreatment);
    expect([...new Set(treatments)].toSorted()).toEqual(TREATMENTS.toSorted());
    const types = REACHED.flatMap(({ fields }) => fields.overriddenType ?? []);
    expect([...new Set(types)].toSorted()).toEqual(EVENT_TYPES.toSorted());
    expect([...new Set(REACHED.map(({ name }) => name))].toSorted()).toEqual(NAMES.toSorted());
  });

  it('are eight, and none turns what arrived into something that left', () => {
    expect(CHOICES).toHaveLength(8);
    for (const { direction, fields } of REACHED)
      if (fields.overriddenType !== undefined) expect(directionOf(fields.overriddenType)).toBe(direction);
  });

  it('make no pair of type and treatment that the engine does not know', () => {
    for (const { name, fields } of REACHED) {
      if (fields.overriddenType === undefined) continue;
      const { isOddPair } = effectOfPair(fields.overriddenType, fields.overriddenTreatment);
      expect([name, isOddPair]).toEqual([name, false]);
    }
  });

  it('say that what they make taxable is taxable, and leave the rest to type and treatment', () => {
    for (const { name, fields } of REACHED) {
      if (fields.overriddenType === undefined) continue;
      const isTaxable = isTaxableByDefault(effectOfPair(fields.overriddenType, fields.overriddenTreatment));
      expect([name, fields.overriddenTaxable === true]).toEqual([name, isTaxable]);
      expect([name, fields.clear !== undefined]).toEqual([name, !isTaxable]);
    }
  });

  it('ignore nothing of somebody who does not know what it was', () => {
    for (const direction of DIRECTIONS) expect(meaningsOf('OTHER', direction)[0]).toBe('UNCLASSIFIED');
  });

  it('cannot be meant in the other direction', () => {
    expect(fieldsOfMeaning('STOLEN', 'in')).toBeNull();
    expect(fieldsOfMeaning('GIFT_RECEIVED', 'out')).toBeNull();
    expect(meaningsOf('EARNED', 'out')).toEqual([]);
  });

  it.each(LANGUAGES.map((language) => [language]))('show no word of the contract in %s', (language) => {
    const { choices, meanings, types } = ANSWERS_TEXTS[language];
    const texts = [choices, meanings, types].map((table) => JSON.stringify(Object.values(table))).join();
    for (const word of [...TREATMENTS, ...EVENT_TYPES]) expect(texts).not.toContain(word);
  });
});
