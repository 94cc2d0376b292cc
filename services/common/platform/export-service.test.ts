import { describe, expect, it } from '@jest/globals';
import { lineText } from './export-service.ts';

describe('A line of an export', () => {
  it('has its kind first and no null fields', () => {
    expect(lineText({ kind: 'event', fields: { amount: '1.50', link: null, spam: false } })).toBe(
      '{"kind":"event","amount":"1.50","spam":false}',
    );
  });

  it('keeps all digits of a JSON value', () => {
    const json = '{"row": {"amount": 0.100000000000000000000001}}';
    expect(lineText({ kind: 'frozenFigure', fields: { table: 'lots' }, json })).toBe(
      '{"kind":"frozenFigure","table":"lots","row": {"amount": 0.100000000000000000000001}}',
    );
    expect(lineText({ kind: 'frozenFigure', fields: {}, json: '{}' })).toBe('{"kind":"frozenFigure"}');
  });

  it('escapes characters that a terminal would obey or hide, without changing the value', () => {
    const label = 'a\u202eb\u009bc\u{e0041}';
    const text = lineText({ kind: 'account', fields: { label } });
    expect(text).toMatch(/^[\x20-\x7e]*$/);
    expect(JSON.parse(text)).toEqual({ kind: 'account', label });
  });
});
