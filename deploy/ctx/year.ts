/** `ctx year freeze|unfreeze|regime`: submits, reopens or sets the tax regime of a user's year. */
import { type Command, Option } from 'commander';
import { REGIMES } from '@ctx/domain/vocabulary';
import type { YearState } from '@ctx/proto/gen/ctx/v1/corrections';
import { parseUserId, parseYear } from './arguments.ts';
import { type Connection, runConnected } from './connect.ts';
import { examples } from './examples.ts';

interface YearOptions {
  readonly user: number;
  readonly year: number;
}

/** Adds the command `year` with its subcommands. */
export function registerYearCommands(program: Command): void {
  const year = program.command('year').description('Submits a year, reopens it, or sets its tax regime.');
  addYearCommand(year, 'freeze', 'Submits a year: later facts no longer change its figures.', freeze);
  addYearCommand(year, 'unfreeze', 'Reopens a submitted year and recalculates it.', unfreeze);
  yearCommand(year, 'regime', 'Sets the tax regime of a year and recalculates it.')
    .addOption(new Option('--regime <regime>', 'tax regime').choices(REGIMES).makeOptionMandatory())
    .action((options: YearOptions & { readonly regime: string }) =>
      runConnected(async (connection) => {
        const { user, year: target, regime } = options;
        const method = connection.years.setRegime.bind(connection.years);
        return yearView(await connection.call(method, { year: target, regime }, user));
      }),
    );
}

function addYearCommand(
  parent: Command,
  name: string,
  description: string,
  change: (connection: Connection, options: YearOptions) => Promise<unknown>,
): void {
  yearCommand(parent, name, description).action((options: YearOptions) =>
    runConnected(async (connection) => {
      await change(connection, options);
      const method = connection.years.getYear.bind(connection.years);
      return yearView(await connection.call(method, { year: options.year }, options.user));
    }),
  );
}

function yearCommand(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .description(`${description} Prints {"year","locked","frozen","regime"}.`)
    .requiredOption('--user <id>', 'user id', parseUserId)
    .requiredOption('--year <year>', 'year', parseYear)
    .addHelpText(
      'after',
      examples(`year ${name} --user 1 --year 2025${name === 'regime' ? ' --regime SPECULATIEF' : ''}`),
    );
}

/** Submits a year of a user. */
export function freeze(connection: Connection, { user, year }: YearOptions): Promise<unknown> {
  return connection.call(connection.recalc.freezeYear.bind(connection.recalc), { year }, user);
}

function unfreeze(connection: Connection, { user, year }: YearOptions): Promise<unknown> {
  return connection.call(connection.recalc.unfreezeYear.bind(connection.recalc), { year }, user);
}

function yearView({ year, locked, frozen, regime }: YearState): object {
  return { year, locked, frozen, regime };
}
