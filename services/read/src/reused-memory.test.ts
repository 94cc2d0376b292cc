/** Responses that are encoded into shared memory. */
import { describe, expect, it } from '@jest/globals';
import { ReadServiceService, RulesResponse, YearsResponse } from '@ctx/proto/gen/ctx/v1/read';
import type { MethodDefinition } from '@grpc/grpc-js';
import fc from 'fast-check';
import { withReusedMemory } from './reused-memory.ts';

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

describe('a response encoded into reused memory', () => {
  it('has the same bytes as one in memory of its own, whatever is encoded before and after it', () => {
    fc.assert(
      fc.property(fc.array(years, { minLength: 1, maxLength: 10 }), (responses) => {
        const encoded = responses.map((response) => encodeYears(response));
        expect(encoded.map((bytes) => YearsResponse.decode(bytes))).toEqual(responses);
        expect(encoded).toEqual(responses.map((response) => listYears.responseSerialize(response)));
      }),
    );
  });

  it('is complete after a response that could not be encoded', () => {
    expect(() => encodeRules({ rules: [{ id: 'one' }, null] })).toThrow(TypeError);
    const whole = { years: [{ year: 2026, locked: true, frozen: false }] };
    expect(YearsResponse.decode(encodeYears(whole))).toEqual(whole);
  });
});
