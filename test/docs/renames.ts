/** The table of renamed assets in docs/tax-assumptions.md, from the data that the service reads. */
import { RENAMES } from '@ctx/domain/renames';

/** A row for each asset that became another one. */
export function renamesTable(): string {
  const rows = RENAMES.map(
    ({ from, to, since, ratio, source }) =>
      `| ${from} | ${to} | ${since} | ${ratio} | [${new URL(source).hostname}](${source}) |`,
  );
  return [
    '| asset | became | since | units for one | source |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
