/** The page of files: the form that adds one, and the list of those that were added. */
import { LIMITS } from '@ctx/domain/limits';
import type { FileAccount, FileFault, FileFormat, StoredFile } from '@ctx/proto/gen/ctx/v1/corrections';
import type { FileChoices } from '../../answers/files/file-request.ts';
import type { Visitor } from '../../http/visitor.ts';
import {
  type Fault,
  facts,
  faultList,
  field,
  fileField,
  name,
  nameText,
  notice,
  type Option,
  select,
  table,
  titleOf,
} from '../../ui/components.ts';
import { fileFaultList } from '../../ui/file-faults.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { type Language, time, timeAgo } from '../../ui/language.ts';
import { csrfField, settingsPage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { balancesSection } from './file-balances.ts';
import { columnsSection, type ColumnsView } from './columns-view.ts';
import { guideLink } from './guide-link.ts';
import { leftOutSection } from './left-out.ts';
import { platformsSection } from './platforms-view.ts';
import { formatText } from '../../ui/format-text.ts';
import { reachSection } from './reach-view.ts';
import { FILES_TEXTS } from './texts/texts.ts';

/** A file that was not read. */
export interface RejectedFile {
  readonly name: string;
  /** Why the service did not see the file, with its `{name}`. */
  readonly unseen?: string;
  readonly faults: readonly FileFault[];
}

export interface FilesView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly done: string | null;
  /** Whether the user has just added several files. */
  readonly areAdded?: boolean;
  readonly choices: FileChoices;
  readonly faults: readonly Fault[];
  readonly rejected: readonly RejectedFile[];
  readonly files: readonly StoredFile[];
  readonly accounts: readonly FileAccount[];
  readonly formats: readonly FileFormat[];
  /** Names of the platforms whose files are explained. */
  readonly platforms?: readonly string[];
  /** A file whose columns are asked for. */
  readonly columns?: ColumnsView | null;
}

/** Returns the page with the form and the list of files. */
export function filesPage(view: FilesView): string {
  const { language, visitor, faults, rejected, files, formats, platforms = [], columns = null } = view;
  const isFaulty = faults.length > 0 || rejected.length > 0 || columns !== null;
  const isFirst = files.length === 0 && !isFaulty;
  const texts = FILES_TEXTS[language].files;
  const content = html`<h1>${texts.title}</h1>
    ${notice(view.done)} ${view.areAdded === true ? nextSteps(null, language) : null}
    <p class="lead">${texts.lead}</p>
    ${columns === null ? null : html`${rejections(rejected, language)} ${columnsSection(columns, visitor.csrfToken, language)}`}
    ${platformsSection(formats, platforms, isFirst && platforms.length === 0, language)}
    <section class="card" aria-labelledby="new">
      <h2 id="new">${TEXTS[language].general.addFile}</h2>
      ${faultList(faults, language)} ${columns === null ? rejections(rejected, language) : null}
      ${addForm(view)}
    </section>
    <section class="card" aria-labelledby="list">
      <h2 id="list">${texts.listTitle}</h2>
      ${files.length === 0 ? html`<p class="empty">${texts.none}</p>` : filesTable(files, language)}
      <p><a href="${PATHS.accounts}">${texts.toAccounts}</a></p>
    </section>
    ${reachSection(files, language)}`;
  const title = isFaulty ? TEXTS[language].general.errorTitle.replace('{title}', texts.title) : texts.title;
  return settingsPage({ language, title: titleOf(title, [], language), visitor, section: 'files', content });
}

/** Returns why files were not read; null if all were. */
export function rejections(rejected: readonly RejectedFile[], language: Language): Html | null {
  if (rejected.length === 0) return null;
  return html`<div class="note bad" role="alert" id="form-fault">
    ${rejected.map((each) => rejection(each, language))}
  </div>`;
}

function rejection({ name: fileName, unseen, faults }: RejectedFile, language: Language): Html {
  const { files: texts } = FILES_TEXTS[language];
  if (unseen !== undefined) return html`<p>${fill(unseen, { name: name(fileName) })}</p>`;
  return html`<p>${fill(texts.rejected, { name: name(fileName) })}</p>
    ${fileFaultList(faults, language)}
    ${
      faults.some(({ line }) => line == null)
        ? html`<p>${fill(texts.rejectedNext, { guide: guideLink(texts) })}</p>`
        : null
    }`;
}

function addForm({ language, visitor, choices, faults, accounts, formats }: FilesView): Html {
  const texts = FILES_TEXTS[language].files;
  const formatOptions: Option[] = [
    ['', texts.recognise],
    ...formats.map((format) => [format.id, formatText(format, language).title] as const),
  ];
  const accountOptions: Option[] = [
    ['', texts.ofPlatform],
    ...accounts.map(({ ref, label }) => [ref, nameText(label)] as const),
  ];
  const text = (id: string, label: string, hint: string, value: string, more?: Html): Html =>
    field(
      { id, label, hint, value, type: 'text', autocomplete: 'off', isOptional: true, ...(more && { more }) },
      faults,
      language,
    );
  return html`<form method="post" action="${PATHS.files}" enctype="multipart/form-data" novalidate>
    ${csrfField(visitor.csrfToken)}
    ${fileField({ id: 'file', label: texts.file, hint: fill(texts.fileHint, { max: LIMITS.filesTogetherMax }), accept: '.csv,.tsv,.txt,.gz,.zip,.xlsx', isSeveral: true, more: dropAttributes(language) }, faults)}
    ${select('format', texts.format, formatOptions, choices.format)}
    ${accounts.length === 0 ? null : select('account', texts.account, accountOptions, choices.account)}
    ${text(
      'new-account',
      texts.newAccount,
      texts.newAccountHint,
      choices.newAccount,
      html`maxlength="${LIMITS.accountNameCharactersMax}"`,
    )}
    ${text('time-zone', texts.timeZone, texts.timeZoneHint, choices.timeZone)}
    ${fileField(
      {
        id: 'mapping',
        label: html`${texts.mapping} <span class="optional">${TEXTS[language].general.optional}</span>`,
        hint: fill(texts.mappingHint, { guide: guideLink(texts) }),
        accept: '.json',
        isOptional: true,
      },
      faults,
    )}
    <p class="actions"><button type="submit">${texts.show}</button></p>
  </form>`;
}

/** What the script of the pages says about the chosen files; without it the service says so after they are sent. */
function dropAttributes(language: Language): Html {
  const texts = FILES_TEXTS[language].files;
  return html`data-files-max="${LIMITS.filesTogetherMax}" data-file-bytes-max="${LIMITS.fileBytesMax}"
  data-bytes-max="${LIMITS.filesTogetherBytesMax}"
  data-too-many="${texts.tooMany.replace('{max}', String(LIMITS.filesTogetherMax))}"
  data-too-large="${texts.tooLargeFile}" data-too-large-together="${texts.tooLargeTogether}"
  data-drop="${texts.dropHere}" data-waiting="${texts.reading}"`;
}

function filesTable(files: readonly StoredFile[], language: Language): Html {
  const { files: texts } = FILES_TEXTS[language];
  return table({
    caption: texts.listTitle,
    columns: [texts.name, texts.account, texts.events, texts.added, texts.how, texts.action],
    rows: files.map((file) => [
      html`<a href="${PATHS.files}/${file.id}">${name(file.name)}</a>`,
      html`${name(file.accountLabel)}${platformOf(file)}`,
      file.events,
      timeAgo(language, file.importedAt),
      viaText(file, language),
      html`<a
        href="${PATHS.files}/${file.id}/remove"
        aria-label="${texts.removeNamed.replace('{name}', () => nameText(file.name))}"
        >${texts.remove}</a
      >`,
    ]),
  });
}

/** Returns the platform, unless the account has its name. */
function platformOf({ platform, accountLabel }: StoredFile): Html | null {
  return platform === accountLabel ? null : html`<p class="small">${nameText(platform)}</p>`;
}

function viaText({ via }: StoredFile, language: Language): string {
  const known: readonly (readonly [string, string])[] = Object.entries(TEXTS[language].words.accessVia);
  return known.find(([key]) => key === via)?.[1] ?? nameText(via);
}

/** Returns what is known of a file, as terms and values. */
export function fileDetails(
  file: StoredFile,
  language: Language,
): (readonly [term: string, value: Content])[] {
  const texts = FILES_TEXTS[language].files;
  return [
    [texts.account, html`${name(file.accountLabel)}${platformOf(file)}`],
    [texts.rows, file.rows],
    [texts.events, file.events],
    [texts.added, time(language, file.importedAt)],
    [texts.how, viaText(file, language)],
  ];
}

export interface FileView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly file: StoredFile;
  /** What the user has just done, and the state of the recalculation; null after nothing. */
  readonly done: string | null;
  /** Year of the last event, if the user has just added the file. */
  readonly year: number | null;
}

/** Returns the page of one file: what its import did, and what to do next. */
export function filePage({ language, visitor, file, done, year }: FileView): string {
  const texts = FILES_TEXTS[language].files;
  const unchanged = file.events - file.added - file.changed;
  const counts = { added: file.added, changed: file.changed, unchanged };
  const content = html`<h1>${fill(texts.resultTitle, { name: name(file.name) })}</h1>
    ${notice(done)}
    <p class="lead">${fill(texts.result, counts)}</p>
    <div class="card about">${facts(fileDetails(file, language))}</div>
    ${balancesSection(file.balances, language)}
    ${file.leftOut.length === 0 ? null : leftOutSection(file.leftOut, language)} ${nextSteps(year, language)}
    <p class="actions">
      <a class="button secondary" href="${PATHS.files}">${TEXTS[language].fileForm.back}</a>
      <a class="button secondary" href="${PATHS.files}/${file.id}/remove">${texts.confirmRemove}</a>
    </p>`;
  const title = texts.resultTitle.replace('{name}', () => nameText(file.name));
  return settingsPage({ language, title, visitor, section: 'files', content });
}

/** Returns where to go after files were added: to the year of the last event, or to all years. */
function nextSteps(year: number | null, language: Language): Html {
  const texts = FILES_TEXTS[language].files;
  const link = (href: string, label: string): Html => html`<li><a href="${href}">${label}</a></li> `;
  return html`<section class="card" aria-labelledby="next">
    <h2 id="next">${texts.next}</h2>
    <ul>
      ${link(PATHS.inbox, texts.toInbox)}
      ${
        year === null
          ? link(PATHS.years, texts.toYears)
          : link(`${PATHS.overview}/${String(year)}`, texts.toYear.replace('{year}', String(year)))
      }
      ${link(PATHS.transactions, texts.toTransactions)} ${link(PATHS.accounts, texts.toAccounts)}
    </ul>
  </section>`;
}
