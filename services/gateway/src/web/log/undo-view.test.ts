import { describe, expect, it } from '@jest/globals';
import { digitsOf, exampleOf, plain, VISITOR } from '../../../test/views.ts';
import type { Language } from '../../ui/language.ts';
import type { Entry } from './log-entry.ts';
import { noUndoPage, undoPage, type UndoPreview } from './undo-view.ts';

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

function textOf(preview: UndoPreview): string {
  const years = [{ year: 2024, locked: false, frozen: false }];
  const page = undoPage({ language: 'en', visitor: VISITOR, entry: ENTRY, years, preview, formId: 'f' });
  expect(page).toContain('<input type="hidden" name="form" value="f" />');
  return plain(page);
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
    const changes = { years: [year], issues: NO_ISSUES, rule: null };
    const text = textOf(answered({ ...changes, lockedYears: ['2024'] }));
    expect(text).toContain(
      'Income Now €12,345,678,901,234,567.01 After undoing €12,345,678,901,234,567.02 Difference +€0.01',
    );
    expect(text).toContain('Total tax Now €0.10 After undoing €0.30 Difference +€0.20');
    expect(text).toContain('Exemption used Now €1.00 After undoing Unknown Difference –');
    expect(text).not.toMatch(/Gains Now|Exemption left Now|Tax on/);
    // Without a locked year, a year that has no exemption is one under another regime.
    const none = textOf(answered({ ...changes, lockedYears: [] }));
    expect(none).toContain('Exemption used Now €1.00 After undoing None Difference –');
  });

  it('counts questions that are left out, and says that locked years are', () => {
    const issue = { issueType: 'MISSING_PRICE', severity: 'HIGH', year: '2026' } as const;
    const issues = { appearCount: '60', disappearCount: '0', appear: [issue], disappear: [] };
    const text = textOf(
      answered({ years: [], lockedYears: ['2023', '2024'], issues, rule: { eventCount: '7', events: [] } }),
    );
    expect(text).toContain('Your figures do not change.');
    expect(text).toContain('Questions that open: 60 Value in euro unknown · 2026');
    expect(text).toContain('59 more are not shown.');
    expect(text).toContain('Transactions that the rule decides: 7.');
    expect(text).toContain('Effects in locked years are not shown: 2023, 2024.');
  });

  it.each([
    ['running', 'so the effect cannot be shown yet. Reload the page'],
    ['tooLarge', 'too many transactions are concerned.'],
  ] as const)('can be confirmed without a preview: %s', (unknown, expected) => {
    const text = textOf({ unknown });
    expect(text).toContain(expected);
    expect(text).toContain('Undo this correction');
    expect(text).not.toContain('What is restored');
    expect(text).toContain('Rule “ <b> ” — created: Ignore tiny values');
  });

  /** The value in euro of a sale of 1.5 ETH, set to 5,250, and its undo. */
  const [value] = digitsOf('listHistory').entries as [Entry];
  const undone = digitsOf('undoCorrection');
  const { years } = exampleOf('listYears');
  const pageOf = (preview: UndoPreview, language: Language = 'en'): string =>
    undoPage({ language, visitor: VISITOR, entry: value, years, preview, formId: 'f' });
  const NOTHING = { years: [], lockedYears: [], issues: NO_ISSUES, rule: null };

  it('shows what is restored before it asks', () => {
    const html = pageOf({ answer: { ...undone, preview: NOTHING } });
    const text = plain(html);
    expect(text).toContain('Undo this correction? 1.5 ETH · Kraken · 10 Mar 2026 — Value in euro: €5,250.00');
    expect(text).toContain('Field Value in euro Now €5,250.00 After undoing not corrected');
    expect(html).toContain(`<form class="actions" method="post" action="/settings/log/${value.id}/undo">`);
    expect(html).toContain(`name="csrf" value="${VISITOR.csrfToken}"`);
  });

  it('names the questions that open with their transactions', () => {
    const { taxEventId } = value.changes[0]!.events[0]!;
    const issue = {
      issueType: 'MISSING_PRICE',
      severity: 'HIGH',
      year: '2026',
      sourceEventId: taxEventId,
    } as const;
    const issues = { ...NO_ISSUES, appearCount: '1', appear: [issue] };
    const html = pageOf({ answer: { ...undone, preview: { ...NOTHING, issues } } });
    expect(plain(html)).toContain(
      'Questions that open: 1 Value in euro unknown · 1.5 ETH · Kraken · 10 Mar 2026 · 2026',
    );
    expect(html).toContain(`<a href="/transactions/${taxEventId}">Value in euro unknown</a>`);
  });

  it.each<[Language, string, string]>([
    ['nl', 'Deze correctie ongedaan maken?', 'Wat er in uw cijfers wijzigt'],
    ['fr', 'Annuler cette correction ?', 'Ce qui change dans vos chiffres'],
  ])('is in the language %s', (language, title, effect) => {
    const text = plain(pageOf({ unknown: 'running' }, language));
    for (const expected of [title, effect]) expect(text).toContain(expected);
  });

  it('that is not possible says why, with a link that helps, and has no form', () => {
    const link = { href: '/upgrade', label: 'Unlock a year' };
    const frame = { language: 'en', visitor: VISITOR, entry: value, years } as const;
    const html = noUndoPage({ ...frame, reason: 'It is already undone.', link });
    expect(plain(html)).toContain('This correction cannot be undone');
    expect(plain(html)).toContain('It is already undone.');
    expect(html).toMatch(/<a class="button" href="\/upgrade">Unlock a year/);
    expect(html).not.toContain(`action="/settings/log/${value.id}/undo"`);
    expect(noUndoPage({ ...frame, reason: 'x', link: null })).not.toContain('<a class="button" href');
  });
});
