/** Opens the parts of a workbook (Office Open XML): its sheets, and the texts and number formats that their cells refer to. */
import { faultMessage } from '@ctx/domain/file-faults';
import { FileFault } from '../faults.ts';
import { type DateFormat, dateFormatOf, DAYS_OF_1904 } from './cell-text.ts';
import { damaged, readXml } from './xml.ts';

/** Texts, and what a number means, for the cells of all sheets. */
export interface SharedParts {
  readonly strings: readonly string[];
  /** By the style of a cell; null for a number. */
  readonly dateFormats: readonly (DateFormat | null)[];
  /** Days that are added to a date of this file. */
  readonly daysAdded: number;
}

/** A sheet whose cells are read when they are needed. */
export interface Sheet extends SharedParts {
  readonly name: string;
  readonly xml: Uint8Array;
  /** The largest number of characters that the cells of a sheet may have together. */
  readonly charactersMax: number;
}

/** The sheets of a workbook, in their order. Hidden ones are among them. */
export interface Workbook {
  readonly sheets: readonly Sheet[];
}

/** Sheets, and relations of one part. */
const LIST_MAX = 1000;
/** A workbook has at most so many styles. */
const STYLES_MAX = 65_536;

/** Returns the bytes of a part by its path; null if there is none. It returns each part once: a file could name one as often as it likes. */
export type PartReader = (path: string) => Promise<Uint8Array | null>;

interface Relationship {
  readonly id: string;
  /** The last part of its type, such as `worksheet`. */
  readonly kind: string;
  readonly path: string;
}

/**
 * Opens a workbook. Only the parts that hold facts are unpacked: no macros, pictures or settings.
 *
 * @throws FileFault
 */
export async function openWorkbook(partOf: PartReader, charactersMax: number): Promise<Workbook> {
  const [root] = (await relationshipsOf('', partOf)).filter(({ kind }) => kind === 'officeDocument');
  const bytes = root === undefined ? null : await partOf(root.path);
  if (root === undefined || bytes === null || !/\.xml$/i.test(root.path)) throw notWorkbook();
  const { entries, is1904 } = readWorkbook(bytes);
  const related = await relationshipsOf(root.path, partOf);
  const partsOf = async (kind: string): Promise<Uint8Array | null> => {
    const found = related.find((each) => each.kind === kind);
    return found === undefined ? null : partOf(found.path);
  };
  const [strings, styles] = [await partsOf('sharedStrings'), await partsOf('styles')];
  const shared = {
    strings: strings === null ? [] : readStrings(strings),
    dateFormats: styles === null ? [] : readDateFormats(styles),
    daysAdded: is1904 ? DAYS_OF_1904 : 0,
    charactersMax,
  };
  const byId = new Map(related.map((each) => [each.id, each]));
  const sheets: Sheet[] = [];
  for (const { name, id } of entries) {
    const found = byId.get(id);
    // A sheet may be a chart.
    if (found?.kind !== 'worksheet') continue;
    const xml = await partOf(found.path);
    if (xml === null) throw damaged();
    sheets.push({ ...shared, name, xml });
  }
  return { sheets };
}

function notWorkbook(): FileFault {
  return new FileFault(faultMessage('OTHER_DOCUMENT'));
}

/** Returns what a part refers to. */
async function relationshipsOf(path: string, partOf: PartReader): Promise<Relationship[]> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const bytes = await partOf(`${folder}_rels/${path.slice(folder.length)}.rels`);
  if (bytes === null) return [];
  const found: Relationship[] = [];
  readXml(bytes, {
    open(name, attributes) {
      if (name !== 'Relationship') return;
      if (found.length === LIST_MAX) throw damaged();
      const { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode } = attributes();
      if (mode === 'External') return;
      found.push({ id, kind: type.split('/').at(-1) ?? '', path: resolved(folder, target) });
    },
  });
  return found;
}

function resolved(folder: string, target: string): string {
  return new URL(target, `file:///${folder}`).pathname.slice(1);
}

interface SheetEntry {
  readonly name: string;
  readonly id: string;
}

/** @throws FileFault if the bytes are of another document */
function readWorkbook(bytes: Uint8Array): { entries: SheetEntry[]; is1904: boolean } {
  const entries: SheetEntry[] = [];
  let [root, is1904] = ['', false];
  readXml(bytes, {
    open(name, attributes) {
      if (root === '') root = name;
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes()['date1904'] ?? '');
      if (name !== 'sheet') return;
      if (entries.length === LIST_MAX) throw damaged();
      const found = attributes();
      // The prefix of the id is chosen by the program.
      const key = Object.keys(found).find((each) => each.endsWith(':id')) ?? '';
      entries.push({ name: unescaped(found['name'] ?? ''), id: found[key] ?? '' });
    },
  });
  if (root !== 'workbook') throw notWorkbook();
  return { entries, is1904 };
}

/** Returns the texts that cells refer to. Those that show how a text is pronounced are no part of it. */
function readStrings(bytes: Uint8Array): string[] {
  const strings: string[] = [];
  let [text, isText, isPronounced] = ['', false, false];
  readXml(bytes, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') isPronounced = true;
      else if (name === 't') isText = !isPronounced;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') isPronounced = false;
      else if (name === 'si') strings.push(unescaped(text));
    },
  });
  return strings;
}

/** Returns what each style of cells shows of a date. */
function readDateFormats(bytes: Uint8Array): (DateFormat | null)[] {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isOfCells = false;
  readXml(bytes, {
    open(name, attributes) {
      if (name === 'cellXfs') isOfCells = true;
      if (name !== 'numFmt' && !(name === 'xf' && isOfCells)) return;
      if (ids.length === STYLES_MAX || codes.size === STYLES_MAX) throw damaged();
      const { numFmtId, formatCode = '' } = attributes();
      if (name === 'xf') ids.push(Number(numFmtId));
      else codes.set(Number(numFmtId), formatCode);
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  const byId = new Map<number, DateFormat | null>();
  return ids.map((id) => {
    const known = byId.get(id);
    if (known !== undefined) return known;
    const format = dateFormatOf(id, codes);
    byId.set(id, format);
    return format;
  });
}

/** Characters that XML cannot have are written as `_x000D_`. */
export function unescaped(text: string): string {
  return text.replaceAll(/_x([0-9a-f]{4})_/gi, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
