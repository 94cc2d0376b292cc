/** The tables of docs/importing.md: every format of an export, from the table that the converters read. */
import { REASONS } from '@ctx/converters/entries';
import type { Format } from '@ctx/converters/format';
import { FORMATS } from '@ctx/converters/formats';

/** A section for each format: how to download the file, what is read, what to know. */
export function formatsText(): string {
  return FORMATS.map(formatText).join('\n');
}

/** The reasons for which a row becomes no fact. */
export function reasonsTable(): string {
  const rows = Object.values(REASONS).map(
    ({ text, needsCheck }) => `| a row that ${text} | ${needsCheck ? 'yes' : 'no'} |`,
  );
  return ['| left out | to be checked |', '| --- | --- |', ...rows, ''].join('\n');
}

function formatText({ id, title, guide, needsTimeZone }: Format): string {
  const sample = `../services/common/converters/samples/${id}.csv`;
  const zone =
    needsTimeZone === true ? ['The file does not say its time zone: name it with `--time-zone`.'] : [];
  return [
    `### ${title}`,
    '',
    `\`${id}\`. ${guide.download}`,
    '',
    `Read: ${guide.read}. Rows of every kind are in the [sample](${sample}).`,
    '',
    ...[...zone, ...guide.traps].map((trap) => `- ${trap}`),
    '',
  ].join('\n');
}
