/** The page that shows what a file would bring in, and asks before it is stored. */
import type { FilePreview, Lookalikes, UndoneTransactions } from '@ctx/proto/gen/ctx/v1/corrections';
import type { Visitor } from '../../http/visitor.ts';
import { codeBlock } from '../../ui/code-block.ts';
import { facts, name, nameText, table } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { type Language, time } from '../../ui/language.ts';
import { csrfField, hiddenFields, settingsPage } from '../../ui/layout.ts';
import { units } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { balancesSection } from './file-balances.ts';
import { formatTitle } from './format-title.ts';
import { headingIds, leftOutSection } from './left-out.ts';
import { FILES_TEXTS, type FilesTexts } from './texts/texts.ts';

export interface FilePreviewView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly name: string;
  readonly preview: FilePreview;
  /** The mapping file that a person made on the page, to be kept; null for any other file. */
  readonly keptMapping?: string | null;
  /** Fields that send the file back, by name. */
  readonly returned: Readonly<Record<string, string>>;
}

const NOTHING_UNDONE: UndoneTransactions = { removed: 0, kept: 0, first: [] };
/** Assets listed. */
const ASSETS_MAX = 30;

/** Returns the page: counts, what is left out and why, and a form that holds the file. */
export function filePreviewPage(view: FilePreviewView): string {
  const { language, visitor, preview } = view;
  const texts = FILES_TEXTS[language].files;
  const title = texts.checkTitle.replace('{name}', () => nameText(view.name));
  const content = html`<h1>${fill(texts.checkTitle, { name: name(view.name) })}</h1>
    <p class="lead">${texts.checkLead}</p>
    ${previewContent(preview, language)}
    <p class="small">${texts.lockedYears}</p>
    ${byType(preview, language)} ${byAsset(preview, texts)} ${keptMapping(view)} ${confirmation(view, texts)}`;
  return settingsPage({ language, title, visitor, section: 'files', content });
}

/** Returns the mapping file that was made on the page, for the next file of its kind. */
function keptMapping({ keptMapping: text = null, language }: FilePreviewView): Html | null {
  if (text === null) return null;
  const { kept, keptHint } = FILES_TEXTS[language].columns;
  return html`<details>
    <summary>${kept}</summary>
    <p>${keptHint}</p>
    ${codeBlock('mapping', kept, text, language)}
  </details>`;
}

/** Returns what a file would bring in, what it would undo or repeat, and what is missing in it. `of` names one of several files. */
export function previewContent(preview: FilePreview, language: Language, of = ''): Html {
  const lookalikes = preview.transactions?.lookalikes ?? [];
  const taken = preview.transactions?.undone ?? NOTHING_UNDONE;
  return html`<div class="card about">${facts(summary(preview, language))}</div>
    ${alike(lookalikes, language, of)} ${undone(taken, language, of)}
    ${leftOutSection(preview.leftOut, language, of)} ${balancesSection(preview.balances, language, of)}`;
}

/** Returns how many events a file would add, change or undo. */
export function changeCount(preview: FilePreview): number {
  return eventCount(preview) + (preview.transactions?.undone ?? NOTHING_UNDONE).removed;
}

function eventCount({ events }: FilePreview): number {
  return Object.values(events).reduce((sum, count) => sum + count, 0);
}

function summary(preview: FilePreview, language: Language): (readonly [term: string, value: Content])[] {
  const texts = FILES_TEXTS[language].files;
  const { from, to, withoutValue } = preview;
  const period =
    from == null || to == null
      ? '–'
      : fill(texts.periodText, { from: time(language, from, 'day'), to: time(language, to, 'day') });
  return [
    [texts.format, nameText(formatTitle(preview.format, preview.title, language))],
    [texts.account, name(preview.accountLabel)],
    [texts.rows, preview.rows],
    [texts.events, eventCount(preview)],
    ...comparison(preview, texts),
    [texts.period, period],
    [texts.transfers, preview.transfers],
    [
      texts.withoutValue,
      html`${withoutValue}${
        withoutValue === 0 ? null : html`<p class="small">${texts.withoutValueMeaning}</p>`
      }`,
    ],
  ];
}

/** How many transactions are stored already. */
function comparison(
  { transactions }: FilePreview,
  texts: FilesTexts['files'],
): (readonly [term: string, value: Content])[] {
  if (transactions == null) return [];
  const { added, known, changed } = transactions;
  return [
    [
      texts.newTransactions,
      html`${added}
        <p class="small">${texts.countMeaning}</p>`,
    ],
    [texts.knownTransactions, known],
    [texts.changedTransactions, changed],
  ];
}

/** Names the sources whose transactions the new ones look like. */
function alike(sources: readonly Lookalikes[], language: Language, of: string): Html | null {
  const { files: texts } = FILES_TEXTS[language];
  if (sources.length === 0) return null;
  const items = sources.map(({ accountLabel, format, formatTitle: title, transactions: count }) =>
    title == null
      ? fill(texts.alike, { count, account: name(accountLabel) })
      : fill(texts.alikeFormat, {
          count,
          account: name(accountLabel),
          format: nameText(formatTitle(format ?? '', title, language)),
        }),
  );
  return html`<section class="note bad" aria-labelledby="${headingIds('alike', of)}">
    <h2 id="alike${of}">${texts.alikeTitle}</h2>
    <ul>
      ${items.map((item) => html`<li>${item}</li> `)}
    </ul>
    <p>${texts.alikeLead} ${texts.alikeLater}</p>
  </section>`;
}

/** Names the transactions of earlier files that this one has as failed, cancelled or taken back. */
function undone({ removed, kept, first }: UndoneTransactions, language: Language, of: string): Html | null {
  if (removed + kept === 0) return null;
  const { files: texts } = FILES_TEXTS[language];
  const types = TEXTS[language].words.types as Readonly<Record<string, string>>;
  const rows = first.map(({ timestamp, type, asset, amount, isKept }) => [
    time(language, timestamp),
    types[type] ?? nameText(type),
    html`${amount == null ? null : html`${units(language, amount)} `}${name(asset)}`,
    isKept ? texts.undoneKept : texts.undoneRemoved,
  ]);
  return html`<section class="note" aria-labelledby="${headingIds('undone', of)}">
    <h2 id="undone${of}">${texts.undoneTitle.replace('{count}', String(removed + kept))}</h2>
    <p>${texts.undoneLead}${kept === 0 ? null : ` ${texts.undoneKeptMeaning}`}</p>
    ${rows.length === 0 ? null : table({ caption: texts.undone, columns: [texts.undoneTime, texts.type, texts.asset, texts.undoneOutcome], rows, isSmall: true })}
  </section>`;
}

function byType({ events }: FilePreview, language: Language): Html | null {
  const { files: texts } = FILES_TEXTS[language];
  const { words } = TEXTS[language];
  const types = words.types as Readonly<Record<string, string>>;
  const rows = Object.entries(events).map(([type, count]) => [types[type] ?? nameText(type), count]);
  return rows.length === 0 ? null : counts('types', texts.byType, [texts.type, texts.count], rows);
}

function byAsset({ assets }: FilePreview, texts: FilesTexts['files']): Html | null {
  if (assets.length === 0) return null;
  const more = assets.length - ASSETS_MAX;
  const rows = assets.slice(0, ASSETS_MAX).map(({ asset, events }) => [name(asset), events]);
  return counts(
    'assets',
    texts.byAsset,
    [texts.asset, texts.count],
    rows,
    more > 0 ? html`<p class="small">${texts.moreAssets.replace('{count}', String(more))}</p>` : null,
  );
}

function counts(
  id: string,
  title: string,
  columns: readonly string[],
  rows: readonly (readonly Content[])[],
  more: Html | null = null,
): Html {
  return html`<section class="card" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${table({ caption: title, columns, rows, isSmall: true })} ${more}
  </section>`;
}

function confirmation(
  { language, visitor, preview, returned }: FilePreviewView,
  texts: FilesTexts['files'],
): Html {
  const back = html`<a class="button secondary" href="${PATHS.files}">${TEXTS[language].general.cancel}</a>`;
  const count = eventCount(preview);
  const { removed } = preview.transactions?.undone ?? NOTHING_UNDONE;
  if (count + removed === 0)
    return html`<p class="note">${texts.noEvents}</p>
      <p class="actions">${back}</p>`;
  const { added = 1, changed = 0, lookalikes = [] } = preview.transactions ?? {};
  const isAlike = lookalikes.length > 0;
  const add =
    count === 0
      ? texts.undo.replace('{count}', String(removed))
      : texts.add.replace('{count}', String(count));
  return html`${added + changed + removed === 0 ? html`<p class="note">${texts.allKnown}</p>` : null}
    <form class="actions" method="post" action="${PATHS.files}/add">
      ${csrfField(visitor.csrfToken)} ${hiddenFields({ ...returned })}
      <button type="submit">${isAlike ? texts.addAllTheSame : add}</button>
      ${back}
    </form>`;
}
