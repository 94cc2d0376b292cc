import { describe, expect, it } from '@jest/globals';
import { compileRenderer } from '../contract/render.ts';
import { AmountVO, ReviewQueueSummary, Transaction } from '../contract/schemas.ts';

describe('a message becomes the JSON text of the contract', () => {
  it('decimals come out with every digit they came in with, literally', () => {
    const render = compileRenderer(AmountVO);
    expect(render({ locked: false, exact: '123456789012345678.123456789012345678901200' })).toBe(
      '{"locked":false,"exact":123456789012345678.123456789012345678901200,"low":null,"high":null}',
    );
  });

  it('what is no decimal never becomes JSON', () => {
    expect(() => compileRenderer(AmountVO)({ locked: false, exact: '1,"admin":true' })).toThrow(TypeError);
    expect(() => compileRenderer(AmountVO)({ locked: false, exact: 'NaN' })).toThrow(TypeError);
  });

  it('a field that the schema does not name stays inside', () => {
    const text = compileRenderer(AmountVO)({ locked: true, low: '0', high: '100', userId: 7 });
    expect(JSON.parse(text)).toEqual({ locked: true, exact: null, low: 0, high: 100 });
  });

  it('a missing required field is a defect, not a hole', () => {
    expect(() => compileRenderer(Transaction)({})).toThrow(TypeError);
  });

  it('maps keep their keys, quoted', () => {
    const text = compileRenderer(ReviewQueueSummary)({
      total: 1,
      countsByIssueType: { 'A"B': 1 },
      countsByQueue: {},
    });
    expect(JSON.parse(text)).toEqual({ total: 1, countsByIssueType: { 'A"B': 1 }, countsByQueue: {} });
  });
});
