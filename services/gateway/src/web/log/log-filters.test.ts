import { describe, expect, it } from '@jest/globals';
import { historyParameters, logAddress, parsePlace } from './log-filters.ts';

describe('parsePlace', () => {
  it('returns the filters with a value, the page, and the start of the access log', () => {
    expect(
      parsePlace({ year: '2026', kind: '', via: ' Demo write ', other: 'x', page: '2', access: '7' }),
    ).toEqual({ filters: { year: '2026', via: 'Demo write' }, page: 2, access: 7 });
    expect(parsePlace({})).toEqual({ filters: {}, page: 0, access: null });
  });

  it.each([
    [{ page: '-1' }],
    [{ page: '1e3' }],
    [{ page: '01' }],
    [{ page: ['1', '2'] }],
    [{ access: '0' }],
    [{ access: 'x' }],
    [{ access: ['1', '2'] }],
  ])('rejects %j', (query) => {
    expect(parsePlace(query)).toBeNull();
  });
});

describe('the address of the log', () => {
  it('has the filters, encoded, and leaves out what is the default', () => {
    const filters = { via: 'A&B "x"#' };
    expect(logAddress({ filters, page: 1, access: 9 }, 'corrections')).toBe(
      '/settings/log?via=A%26B+%22x%22%23&page=1&access=9#corrections',
    );
    expect(logAddress({}, 'access')).toBe('/settings/log#access');
  });

  it('stands for parameters of the API', () => {
    expect(
      historyParameters({ filters: { kind: 'RULE', transaction: 'e' }, page: 1, access: null }, 20),
    ).toEqual({
      kind: 'RULE',
      taxEventId: 'e',
      page: '1',
      size: '20',
    });
  });
});
