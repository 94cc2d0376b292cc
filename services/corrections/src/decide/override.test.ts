import { describe, expect, it } from '@jest/globals';
import { OVERRIDE_FIELDS, type OverrideField } from '@ctx/contract/requests';
import fc from 'fast-check';
import { CONTEXT, EVENT, OPEN_YEARS } from '../../test/decide-inputs.ts';
import { isRejected } from './decision.ts';
import { type CorrectedEvent, decideOverride, type OverridePatch } from './override.ts';

const values = fc.record(
  {
    overriddenType: fc.constantFrom('INCOME', 'FEE', null),
    overriddenTreatment: fc.constantFrom('LOST', 'STOLEN', null),
    overriddenTaxable: fc.constantFrom(true, false, null),
    overriddenEuroValue: fc.constantFrom('0', '12.5', null),
    overriddenAmount: fc.constantFrom('1', '2', null),
    overriddenTimestamp: fc.constantFrom('2026-04-01T00:00:00Z', '2026-05-01T00:00:00Z', null),
    overriddenDescription: fc.constantFrom('', 'x', null),
    overriddenFlags: fc.constantFrom([], ['a'], null),
    originAcquiredAt: fc.constantFrom('2020-01-01T00:00:00Z', null),
    notes: fc.constantFrom('', 'n', null),
  },
  { requiredKeys: [] },
);

/** Patches that are accepted: no field has a value and is cleared too, and at least one field is set or cleared. */
const patches = fc
  .tuple(values, fc.subarray([...OVERRIDE_FIELDS]))
  .map(([given, clear]): OverridePatch => {
    const set = Object.entries(given).filter(([name]) => !clear.includes(name as OverrideField));
    return { values: Object.fromEntries(set), clear };
  })
  .filter((patch) => patch.clear.length > 0 || Object.values(patch.values).some((value) => value !== null));

/** Two texts of one instant compare as equal: instants are stored in UTC with six fraction digits. */
function comparable(value: unknown): unknown {
  return typeof value === 'string' && /^\d{4}-/.test(value) ? Date.parse(value) : value;
}

describe('decideOverride', () => {
  it('keeps omitted and null fields, removes fields named in clear, and changes nothing when repeated', () => {
    fc.assert(
      fc.property(fc.array(patches, { minLength: 1, maxLength: 8 }), (sequence) => {
        let event: CorrectedEvent = { id: 'e', fact: EVENT, override: null };
        const model = new Map<string, unknown>();
        for (const patch of sequence) {
          const before = JSON.stringify([...model].toSorted());
          for (const [name, value] of Object.entries(patch.values))
            if (value !== null) model.set(name, value);
          for (const name of patch.clear) model.delete(name);
          const outcome = decideOverride(event, patch, OPEN_YEARS, CONTEXT);
          if (isRejected(outcome)) throw new Error(outcome.rejected);
          expect(outcome.change !== null).toBe(JSON.stringify([...model].toSorted()) !== before);
          const after = outcome.change === null ? event.override : outcome.change.after;
          event = { ...event, override: after as CorrectedEvent['override'] };
          const stored = Object.entries(event.override ?? {}).filter(
            ([name, value]) => (OVERRIDE_FIELDS as readonly string[]).includes(name) && value !== null,
          );
          expect(Object.fromEntries(stored.map(([name, value]) => [name, comparable(value)]))).toEqual(
            Object.fromEntries([...model].map(([name, value]) => [name, comparable(value)])),
          );
          expect(outcome.record.id).toBe(model.size === 0 ? null : event.override?.id);
          const repeated = decideOverride(event, patch, OPEN_YEARS, CONTEXT);
          expect(repeated).toMatchObject({ change: null, created: false });
        }
      }),
    );
  });

  it('derives the id of an override from the user and the event alone', () => {
    const idOf = (notes: string, userId = 1): string | null => {
      const event = { id: 'e', fact: EVENT, override: null };
      const outcome = decideOverride(event, { values: { notes }, clear: [] }, OPEN_YEARS, {
        ...CONTEXT,
        userId,
      });
      if (isRejected(outcome)) throw new Error(outcome.rejected);
      return outcome.overrideId;
    };
    expect(idOf('x')).not.toBeNull();
    expect(idOf('y')).toBe(idOf('x'));
    expect(idOf('x', 2)).not.toBe(idOf('x'));
  });
});
