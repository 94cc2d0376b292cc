/** `ctx readings`: a year under other readings of the law, read from the REST API. */
import type { Command } from 'commander';
import type { Schema } from '@ctx/client';
import { euro } from './amounts.ts';
import { yearOption } from './arguments.ts';
import type { Exact } from './exact-json.ts';
import { examples } from './examples.ts';
import { addRestOptions, type RestOptions, runRequest } from './rest.ts';
import type { Section } from './sections.ts';

interface ReadingsOptions extends RestOptions {
  readonly year: number;
}

/** Adds the command `readings`. */
export function registerReadingsCommand(program: Command): void {
  addRestOptions(
    program
      .command('readings')
      .description(
        'Shows the gain and the tax of a year under other readings of the law. Facts, never advice.',
      )
      .addOption(yearOption()),
  )
    .addHelpText('after', examples('readings --year 2026'))
    .action(({ year, ...options }: ReadingsOptions) =>
      runRequest<Schema<'ReadingsResponse'>>(
        options,
        (client) =>
          client.GET('/api/v1/years/{year}/readings', { params: { path: { year } }, parseAs: 'text' }),
        readingsSections,
      ),
    );
}

/** Returns what a terminal shows of the readings of a year: the figures as they are, and one row for each reading. */
function readingsSections({ year, figures, readings }: Exact<Schema<'ReadingsResponse'>>): Section[] {
  // A source states the rule that such a reading contradicts: programs can compare, people are shown no doubt.
  const open = readings.filter(({ assumptionStatus }) => assumptionStatus !== 'CONFIRMED');
  const rows = open.map((each) => ({ reading: each.reading, ...amountsOf(each.figures) }));
  return [{ fields: { year, ...amountsOf(figures) } }, { title: 'readings', rows }];
}

function amountsOf(figures: Exact<Schema<'ReadingFigures'>>) {
  const { totalCapitalGains, totalCapitalGainsTax, taxAfterExemption } = figures;
  return {
    capitalGains: euro(totalCapitalGains),
    taxOnCapitalGains: euro(totalCapitalGainsTax),
    taxAfterExemption: taxAfterExemption == null ? null : euro(taxAfterExemption),
  };
}
