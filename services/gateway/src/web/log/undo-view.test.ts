import { describe, expect, it } from '@jest/globals';
import type { Entry } from './log-entry.ts';
import { undoPage, type UndoPreview } from './undo-view.ts';

const FIGURES = {
  totalCapitalGains: '0',
  totalCapitalGainsTax: '0',
  totalIncome: '0',
  totalIncomeTax: '0',
  totalTax: '0',
};
const ENTRY: Entry = {
  id: 'a',
  at: '2026-06-10T10:00:00Z',
  kind: 'RULE',
  via: 'Demo',
  years: [],
  eventIds: [],
  changeCount: '1',
  changes: [
    {
      action: 'RULE_CREATED',
      targetId: 'r',
      eventIds: [],
      events: [],
      fields: [
        { field: 'action', to: 'IGNORE_DUST' },
        { field: 'label', to: '<b>' },
      ],
    },
  ],
};
const NO_ISSUES = { appearCount: '0', disappearCount: '0', appear: [], disappear: [] } as const;

function textOf(preview: UndoPreview, locked = false): string {
  const visitor = { email: 'an@example.org', csrfToken: 'secret', betas: [] };
  const years = [{ year: 2024, locked, frozen: false }];
  const page = undoPage({ language: 'en', visitor, entry: ENTRY, years, preview, formId: 'f' });
  expect(page).toContain('<input type="hidden" name="form" value="f" />');
  return page
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('\u00a0', ' ');
}
const answered = (preview: Extract<UndoPreview, { answer: object }>['answer']['preview']): UndoPreview => ({
  answer: { entry: ENTRY, recalc: 'NOT_NEEDED', preview },
});

describe('the page that undoes an entry', () => {
  it('shows only the figures that change, with every digit of the difference, and what is not known', () => {
    const year = {
      year: '2026',
      before: { ...FIGURES, totalTax: '0.1', totalIncome: '12345678901234567.01', exemptionUsed: '1' },
      after: { ...FIGURES, totalTax: '0.30', totalIncome: '12345678901234567.02', exemptionUsed: null },
    };
    const text = textOf(answered({ years: [year], issues: NO_ISSUES, rule: null }));
    expect(text).toContain(
      'Income Now €12,345,678,901,234,567.01 After undoing €12,345,678,901,234,567.02 Difference +€0.01',
    );
    expect(text).toContain('Total tax Now €0.10 After undoing €0.30 Difference +€0.20');
    expect(text).toContain('Exemption used Now €1.00 After undoing Unknown Difference –');
    expect(text).not.toMatch(/Gains Now|Exemption left Now|Tax on/);
  });

  it('counts questions that are left out, and says that locked years are', () => {
    const issue = { issueType: 'MISSING_PRICE', severity: 'HIGH', year: '2026' } as const;
    const issues = { appearCount: '60', disappearCount: '0', appear: [issue], disappear: [] };
    const text = textOf(answered({ years: [], issues, rule: { eventCount: '7', events: [] } }), true);
    expect(text).toContain('Your figures do not change.');
    expect(text).toContain('Questions that open: 60 Value in euro unknown · 2026');
    expect(text).toContain('59 more are not shown.');
    expect(text).toContain('Transactions that the rule decides: 7.');
    expect(text).toContain('Effects in locked years are not shown.');
  });

  it.each([
    ['running', 'so the effect cannot be shown yet. Reload the page'],
    ['tooLarge', 'too many transactions are concerned.'],
  ] as const)('can be confirmed without a preview: %s', (unknown, expected) => {
    const text = textOf({ unknown });
    expect(text).toContain(expected);
    expect(text).toContain('Undo this correction');
    expect(text).not.toContain('What is restored');
    expect(text).toContain('Rule “ &lt;b&gt; ” — created: Ignore tiny values');
  });
});
