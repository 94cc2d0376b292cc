/** The table of stablecoins in docs/tax-assumptions.md, from the data that the service reads. */
import { STABLECOINS } from '@ctx/domain/stablecoins';

/** Returns the table in Markdown. */
export function stablecoinsTable(): string {
  const rows = STABLECOINS.map(
    ({ assetKey, currency, since, source }) =>
      `| ${assetKey} | ${currency} | ${since} | [${new URL(source).hostname}](${source}) |`,
  );
  return ['| asset | currency | since | source |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
