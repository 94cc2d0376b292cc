/** Answers that share the memory they are encoded in. */
import { describe, expect, it } from '@jest/globals';
import { ReadServiceService, RulesResponse, YearsResponse } from '@ctx/proto/gen/ctx/v1/read';
import type { MethodDefinition } from '@grpc/grpc-js';
import fc from 'fast-check';
import { withReusedMemory } from './encoded-answers.ts';

const { listYears, listRules } = ReadServiceService;
const service = withReusedMemory(
  { listYears, listRules },
  { listYears: YearsResponse, listRules: RulesResponse },
);
const { responseSerialize: encodeYears } = service['listYears'] as MethodDefinition<object, YearsResponse>;
const { responseSerialize: encodeRules } = service['listRules'] as MethodDefinition<object, unknown>;

const year = fc.record({
  year: fc.integer({ min: 2000, max: 2100 }),
  locked: fc.boolean(),
  frozen: fc.boolean(),
});
const years = fc.record({ years: fc.array(year, { maxLength: 500 }) });

describe('An answer encoded into memory that stays', () => {
  it('is the message, whatever was encoded before and after it', () => {
    fc.assert(
      fc.property(fc.array(years, { minLength: 1, maxLength: 10 }), (answers) => {
        const encoded = answers.map((answer) => encodeYears(answer));
        expect(encoded.map((bytes) => YearsResponse.decode(bytes))).toEqual(answers);
        expect(encoded).toEqual(answers.map((answer) => listYears.responseSerialize(answer)));
      }),
    );
  });

  it('is whole after one that could not be encoded', () => {
    expect(() => encodeRules({ rules: [{ id: 'one' }, null] })).toThrow(TypeError);
    const whole = { years: [{ year: 2026, locked: true, frozen: false }] };
    expect(YearsResponse.decode(encodeYears(whole))).toEqual(whole);
  });
});
