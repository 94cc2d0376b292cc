import { describe, expect, it } from '@jest/globals';
import { answersOf, NO_ANSWERS } from '@ctx/domain/regime';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { digitsOf, exampleOf, HOSTILE, HOSTILE_SHOWN, plain, VISITOR } from '../../../test/views.ts';
import { regimeCheckPage, type RegimeCheckView, regimePage, type RegimeView } from './regime-view.ts';
import { yearRegime } from './year-regime.ts';

const stored = exampleOf('getRegime');
const NOBODY = { ...stored, choice: null };
const page = (changes: Partial<RegimeView> = {}): string =>
  regimePage({
    language: 'en',
    visitor: VISITOR,
    stored,
    closed: null,
    typed: null,
    faults: [],
    done: null,
    ...changes,
  });
const checkPage = (changes: Partial<RegimeCheckView> = {}): string =>
  regimeCheckPage({
    language: 'en',
    visitor: VISITOR,
    year: 2026,
    typed: { regime: 'SPECULATIEF', ...NO_ANSWERS, borrowed: true },
    outcome: digitsOf('chooseRegime'),
    formId: 'f',
    ...changes,
  });
const selected = (html: string, id: string): string =>
  new RegExp(`<select id="${id}"[^]*?<option value="([^"]*)" selected`).exec(html)?.[1] ?? 'none';

describe('the page of the regime of a year', () => {
  it('says which regime applies, who chose it, when and with what, and has the form with the answers', () => {
    const html = page({ done: 'Your choice is saved.' });
    const text = plain(html);
    for (const expected of [
      'Your choice is saved.',
      'Normal management of private assets',
      'By you, on 1 Mar 2027 , with Tax assistant',
      'Gains of 2026 are taxed at 10%, after the exemption.',
      'Gains of 2026 are taxed at 33%, without an exemption. Fees lower the gain.',
      'Circular 2026/C/74 of 22 July 2026 and the questionnaire of the ruling office',
      'Readers: aeacus.be , waltio.com .',
    ])
      expect(text).toContain(expected);
    expect(html).toMatch(/value="NORMAAL_BEHEER"[^>]*checked/);
    expect(html).not.toMatch(/value="SPECULATIEF"[^>]*checked/);
    expect(
      ['largeShareOfWealth', 'borrowed', 'automated', 'frequent'].map((id) => selected(html, id)),
    ).toEqual(['no', 'yes', '', 'no']);
  });

  it('says in words and with the source where answers point the other way, and that it is no verdict', () => {
    expect(plain(page())).toContain(
      'You chose normal management, but some of your answers can indicate speculation: Borrowed money. This is a help from Circular 2026/C/74',
    );
    expect(plain(page())).toContain('It is no verdict and no advice.');
    const choice = { ...stored.choice!, regime: 'SPECULATIEF', ...answersOf(() => false) } as const;
    expect(plain(page({ stored: { ...stored, regime: 'SPECULATIEF', choice } }))).toContain(
      'you answered no to each of these indicators of it: Large share of wealth, Borrowed money, Bots, Frequent trading.',
    );
    expect(plain(page({ stored: NOBODY }))).not.toContain('no verdict');
  });

  it('has neither regime chosen while nobody chose, and names an administrator who did', () => {
    const html = page({ stored: NOBODY });
    expect(html).not.toContain('checked');
    expect(plain(html)).toContain('By nobody: this applies until you choose.');
    const byOperator = { ...stored.choice!, ...NO_ANSWERS, chosenBy: 'OPERATOR' } as const;
    expect(plain(page({ stored: { ...stored, choice: byOperator } }))).toContain(
      'By the administrator, on 1 Mar 2027',
    );
    const before = { ...byOperator, chosenAt: null, chosenVia: null };
    expect(plain(page({ stored: { ...stored, choice: before } }))).toMatch(/By the administrator (?!, on)/);
  });

  it('says that a regime is missing, and keeps what was answered', () => {
    const html = page({
      typed: { regime: null, ...NO_ANSWERS, frequent: true },
      faults: [{ field: 'regime', text: 'Choose one of the two regimes.' }],
    });
    expect(html).toMatch(/role="alert"[^]*href="#regime"/);
    expect(selected(html, 'frequent')).toBe('yes');
    expect(html).toContain('<title>Error: ');
  });

  it('says that gains of a year before 2026 are not taxed under normal management', () => {
    const year = { ...NOBODY, year: 2025 };
    expect(plain(page({ stored: year }))).toContain('Gains of 2025 are not taxed.');
  });

  it.each([
    ['locked', 'This year is locked: unlock it to choose the regime.'],
    ['frozen', 'This year was submitted: its regime cannot change.'],
  ] as const)('has no form for a year that is %s, whose answers it still shows', (closed, note) => {
    const html = page({ closed });
    expect(plain(html)).toContain(note);
    expect(plain(html)).toContain('Did you buy with borrowed money? Yes');
    expect(html).not.toContain('action="/overview/2026/regime"');
  });

  it('shows the name of an app as text', () => {
    const choice = { ...stored.choice!, chosenVia: HOSTILE };
    const html = page({ stored: { ...stored, choice } });
    expect(html).toContain(HOSTILE_SHOWN);
  });
});

describe('the page that shows what another regime would change', () => {
  it('has the choice, its effect, and the form that saves it or leads back to the answers', () => {
    const html = checkPage({
      outcome: { ...digitsOf('chooseRegime'), preview: digitsOf('undoCorrection').preview },
    });
    for (const expected of ['Nothing is saved yet.', 'Speculation', 'Did you buy with borrowed money? Yes'])
      expect(plain(html)).toContain(expected);
    expect(html).toContain('name="form" value="f"');
    expect(html).toContain('name="regime" value="SPECULATIEF"');
    expect(html).toContain('name="borrowed" value="yes"');
    expect(html).toMatch(/name="step" value="save"[^]*name="step" value="edit"/);
  });

  it('saves nothing that is saved already', () => {
    const html = checkPage({ outcome: { ...digitsOf('chooseRegime'), changed: false } });
    expect(plain(html)).toContain('This is what is saved already.');
    expect(html).not.toContain('value="save"');
  });

  it('says why the effect is not known, and can be saved nevertheless', () => {
    expect(checkPage({ outcome: 'tooLarge' })).toContain('value="save"');
  });
});

it.each(LANGUAGES)('The part about the regime on the page of a year leads to its page, in %s', (language) => {
  expect(yearRegime(language, stored, false).toString()).toContain('href="/overview/2026/regime"');
  expect(plain(yearRegime(language, stored, false).toString())).toContain('2026/C/74');
});
