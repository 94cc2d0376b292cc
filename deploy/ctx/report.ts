/** `ctx report`: the report of one year as a document, read from the REST API. */
import type { ReadableStream } from 'node:stream/web';
import { Readable } from 'node:stream';
import { LANGUAGES, REPORT_FORMATS, type ReportFormat } from '@ctx/domain/vocabulary';
import { type Command, Option } from 'commander';
import { parseText, yearOption } from './arguments.ts';
import { examples } from './examples.ts';
import { printResult, printStream } from './output.ts';
import { addRestOptions, readBody, type RestOptions } from './rest.ts';
import { writeAtomically } from './write-file.ts';

interface ReportOptions extends RestOptions {
  readonly year: number;
  readonly format: ReportFormat;
  readonly language: (typeof LANGUAGES)[number];
  readonly out?: string;
}

/** Adds the command `report`. */
export function registerReportCommand(program: Command): void {
  addRestOptions(
    program
      .command('report')
      .description(
        'Writes the report of a year: figures, every disposal with its lots, income, stock, corrections and open issues.',
      )
      .addOption(yearOption())
      .addOption(
        new Option('--format <format>', 'form of the report')
          .choices(REPORT_FORMATS.filter((format) => format !== 'json' && format !== 'dossier'))
          .default('html'),
      )
      .addOption(
        new Option('--language <language>', 'language of the forms for people: html, xlsx and csv-be')
          .choices(LANGUAGES)
          .default('en'),
      )
      .option(
        '--out <file>',
        'write to this file instead of standard output; prints {"year","file","format"}',
        parseText,
      ),
  )
    .addHelpText(
      'after',
      examples(
        'report --year 2026 --out report-2026.html',
        'report --year 2026 --format xlsx --language nl --out report-2026.xlsx',
        'report --year 2026 --format csv --out report-2026.csv',
      ),
    )
    .action(writeReport);
}

async function writeReport({ year, format, language, out, ...options }: ReportOptions): Promise<void> {
  const body = await readBody(options, (client) =>
    client.GET('/api/v1/years/{year}/report', {
      params: { path: { year }, query: { format, language } },
      parseAs: 'stream',
    }),
  );
  const source = Readable.fromWeb(body as ReadableStream);
  if (out === undefined) await printStream(source);
  else {
    await writeAtomically(source, out);
    printResult({ year, file: out, format });
  }
}
