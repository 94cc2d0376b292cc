/** What the tax return asks: its codes in the order of the form, and the accounts outside Belgium. */
import { LAST_PUBLISHED_YEAR } from '@ctx/domain/law/declaration';
import { platformOf } from '@ctx/domain/law/platforms';
import { anchorOf } from '@ctx/domain/law/anchor';
import { REPORT_TEXTS } from '../../reports/texts/texts.ts';
import { copyButton, name, numeric, table } from '../../ui/components.ts';
import { type Content, fillText, html, type Html } from '../../ui/html.ts';
import { countryName, instantText, type Language } from '../../ui/language.ts';
import { euro } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { amountCell } from './amount.ts';
import type { YearFigures } from './year-figures.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

type Declaration = NonNullable<YearFigures['declarationSummary']>;
type DeclarationRow = Declaration['rows'][number];

const STATUS_ID = 'copy-status';

/** Returns the table of a declaration: part of the form, code with a button that copies it, description and amount. `prefix` keeps ids apart. */
export function declarationTable(
  rows: readonly DeclarationRow[],
  language: Language,
  prefix: '' | 'partner-' = '',
): Html {
  const texts = FIGURES_TEXTS[language].year.declaration;
  return html`${table({
    caption: texts.title,
    columns: [texts.description, texts.part, texts.code, numeric(texts.amount)],
    rows: inOrderOfForm(rows).map((row) => [
      descriptionOf(row, language),
      row.vak,
      codeOf({ ...row, id: prefix + row.id }, language),
      amountOf(row, language),
    ]),
  })}
  ${prefix === '' && html`<p id="${STATUS_ID}" class="small" role="status"></p>`}
  ${rows.some(({ kind }) => kind === 'FOREIGN_ACCOUNT') && openDuty(language)}`;
}

/** Says that the code is certain, and that accounts for crypto-assets belong behind it is not. */
function openDuty(language: Language): Html {
  return html`<p class="small">
    ${REPORT_TEXTS[language].report.codes.openDuty}
    <a href="${PATHS.law}#${anchorOf('FOREIGN_EXCHANGES')}">${FIGURES_TEXTS[language].year.lawLink}</a>
  </p>`;
}

/** Returns what the return asks of each account outside Belgium: platform, company and country in that year, and its registration. */
export function foreignAccounts({ incomeYear, capStatuses }: Declaration, language: Language): Html | null {
  if (capStatuses.length === 0) return null;
  const texts = FIGURES_TEXTS[language].year.declaration;
  return html`${table({
      caption: texts.accounts,
      columns: [texts.platform, texts.company, texts.country, texts.registered],
      rows: capStatuses.map(({ datasource, platformName, registeredOn }) => {
        const known = platformOf(datasource, incomeYear);
        return [
          name(platformName),
          known?.company ?? '–',
          known === null ? texts.unknownCountry : countryName(language, known.country),
          typeof registeredOn === 'string'
            ? instantText(language, `${registeredOn}T12:00:00Z`, 'day')
            : texts.notRegistered,
        ];
      }),
    })}
    <p class="small">${texts.accountsNote}</p>`;
}

/** Says what to do with the amount of a code that is not published; null where every row has one. */
export function withoutCode({ rows, incomeYear }: Declaration, language: Language): Html | null {
  if (rows.every(({ declarantCode }) => typeof declarantCode === 'string')) return null;
  const text = FIGURES_TEXTS[language].year.declaration.meanwhile;
  return html`<p class="small">${fillText(text, { year: incomeYear, next: incomeYear + 1 })}</p>`;
}

/** The parts of the return that have a row here, from the first page to the last. */
const PARTS = ['VII', 'XIII', 'XV'];

function inOrderOfForm(rows: readonly DeclarationRow[]): readonly DeclarationRow[] {
  return rows.toSorted((one, other) => PARTS.indexOf(one.vak) - PARTS.indexOf(other.vak));
}

function descriptionOf({ kind, label }: DeclarationRow, language: Language): string {
  const kinds: Readonly<Record<string, string>> = REPORT_TEXTS[language].report.codes.kinds;
  return kinds[kind] ?? label;
}

function codeOf({ id, code, note }: DeclarationRow, language: Language): Content {
  const { codes } = REPORT_TEXTS[language].report;
  const texts = FIGURES_TEXTS[language].year.declaration;
  if (typeof code !== 'string') return html`<span class="nothing">${codes.noCode}</span>`;
  const reused = codes.reusedCode.replace('{year}', String(LAST_PUBLISHED_YEAR));
  const label = texts.copyCode.replace('{code}', code);
  return html`<span class="code-field">
      <input
        class="secret"
        type="text"
        id="code-${id}"
        value="${code}"
        size="${code.length}"
        aria-label="${texts.code}"
        autocomplete="off"
        readonly
      />
      ${copyButton({ fieldId: `code-${id}`, statusId: STATUS_ID, label }, TEXTS[language].codeBlock)}
    </span>
    ${typeof note === 'string' ? html`<span class="small">${reused}</span>` : null}`;
}

function amountOf({ kind, amount, amountLocked }: DeclarationRow, language: Language): Content {
  if (typeof amount === 'number') return euro(language, String(amount));
  if (amountLocked) return amountCell(language, amountLocked);
  const texts = FIGURES_TEXTS[language].year.declaration;
  return kind === 'FOREIGN_ACCOUNT' ? texts.tick : '–';
}
