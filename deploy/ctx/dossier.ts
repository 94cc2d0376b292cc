/** `ctx dossier`: everything that the figures of one year come from, as one ZIP file, read from the REST API. */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { type Command, Option } from 'commander';
import { parseText, yearOption } from './arguments.ts';
import { examples } from './examples.ts';
import { printResult, startProgressBar } from './output.ts';
import { addRestOptions, readBody, type RestOptions, sendForDocument } from './rest.ts';
import { writeAtomically } from './write-file.ts';

interface DossierOptions extends RestOptions {
  readonly year: number;
  readonly language: (typeof LANGUAGES)[number];
  readonly out: string;
}

const MEBIBYTE = 1024 * 1024;

/** Adds the command `dossier`. */
export function registerDossierCommand(program: Command): void {
  addRestOptions(
    program
      .command('dossier')
      .description(
        'Writes the dossier of a year: everything that its figures come from, so that somebody else can compute them again.',
      )
      .addOption(yearOption())
      .addOption(
        new Option('--language <language>', 'language of the files for people')
          .choices(LANGUAGES)
          .default('en'),
      )
      .requiredOption('--out <file>', 'write to this ZIP file; prints {"year","file","bytes"}', parseText),
  )
    .addHelpText('after', examples('dossier --year 2026 --out dossier-2026.zip'))
    .action(writeDossier);
}

async function writeDossier({ year, language, out, ...options }: DossierOptions): Promise<void> {
  const body = await readBody(options, (client) =>
    client.GET('/api/v1/years/{year}/dossier', {
      params: { path: { year }, query: { language } },
      parseAs: 'stream',
      fetch: sendForDocument,
    }),
  );
  let bytes = 0;
  const written = (): object => ({ mebibytes: (bytes / MEBIBYTE).toFixed(1) });
  const bar = startProgressBar('writing the dossier: {mebibytes} MiB', 0, written());
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const part of Readable.fromWeb(body as ReadableStream) as AsyncIterable<Uint8Array>) {
      bytes += part.length;
      bar?.update(bytes, written());
      yield part;
    }
  };
  try {
    await writeAtomically(Readable.from(counted(), { objectMode: false }), out);
  } finally {
    bar?.stop();
  }
  printResult({ year, file: out, bytes });
}
