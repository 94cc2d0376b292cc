/** What tests read of workbooks and of ZIP files with CSV files. */
import { unzipSync } from 'fflate';

/** The texts of the files of a ZIP file, by name. */
export type Files = Readonly<Record<string, string>>;

export function unzipped(bytes: Uint8Array): Files {
  const files = Object.entries(unzipSync(bytes));
  return Object.fromEntries(files.map(([name, content]) => [name, Buffer.from(content).toString()]));
}

/** Returns the rows of the CSV file of a table, without its headings. No text may have a semicolon. */
export function rowsOfCsv(files: Files, title: string): string[][] {
  const [, text = ''] = Object.entries(files).find(([name]) => name.endsWith(` ${title}.csv`)) ?? [];
  const [, ...rows] = text.trimEnd().split('\r\n');
  return rows.map((row) => row.split(';'));
}

const withoutTags = (xml: string): string => xml.replaceAll(/<[^<>]*>/g, '');

/** Returns the cells of a sheet of a workbook by their place, such as `H2`: texts, and numbers as the file has them. */
export function cellsOfSheet(files: Files, title: string): Readonly<Record<string, string>> {
  const names = [...(files['xl/workbook.xml'] ?? '').matchAll(/<sheet [^>]*name="([^"]*)"/g)];
  const index = names.findIndex(([, name]) => name?.endsWith(` ${title}`));
  const sheet = files[`xl/worksheets/sheet${String(index + 1)}.xml`] ?? '';
  const texts = [...(files['xl/sharedStrings.xml'] ?? '').matchAll(/<si>(.*?)<\/si>/gs)];
  const cells = [...sheet.matchAll(/<c r="([A-Z]+\d+)"([^>]*)>(.*?)<\/c>/gs)];
  return Object.fromEntries(
    cells.map(([, place = '', more = '', content = '']) => {
      const value = withoutTags(content);
      return [place, more.includes('t="s"') ? withoutTags(texts[Number(value)]?.[1] ?? '') : value];
    }),
  );
}
