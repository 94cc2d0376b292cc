/** `ctx law check`: lists the entries of the law that nobody compared with their source for a long time. Needs no running system. */
import { brusselsDayText } from '@ctx/domain/brussels';
import { lawChecks, uncheckedFor } from '@ctx/domain/law/checks';
import type { Command } from 'commander';
import { parseDate, parserUpTo } from './arguments.ts';
import { examples } from './examples.ts';
import { CommandRejection, printResult } from './output.ts';

const DAYS_DEFAULT = 180;
const DAYS_MAX = 9999;

interface CheckOptions {
  readonly days: number;
  readonly on?: string;
}

/** Adds the commands below `law`. */
export function registerLawCommand(program: Command): void {
  const law = program.command('law').description('The rates, amounts, rules and platforms of the law.');
  law
    .command('check')
    .summary('Lists what was not compared with its source for 180 days.')
    .description(
      'Lists the numbers, rules and platforms that were not compared with their source for 180 days, as error NOT_CHECKED with exit code 1.\n' +
        'Needs no running system. Prints {"entries","oldest"} if all were checked: their number, and the earliest day of a check.',
    )
    .option(
      '--days <number>',
      'days after which an entry must be checked again',
      parserUpTo(DAYS_MAX),
      DAYS_DEFAULT,
    )
    .option('--on <day>', 'the day to count back from, such as 2027-06-01 (default: today)', parseDate)
    .addHelpText('after', examples('law check', 'law check --days 90 --on 2027-06-01'))
    .action(checkLaw);
}

function checkLaw({ days, on = brusselsDayText(Date.now()) }: CheckOptions): void {
  const all = lawChecks();
  const unchecked = uncheckedFor(days, on);
  if (unchecked.length > 0)
    throw new CommandRejection(
      'NOT_CHECKED',
      `${String(unchecked.length)} of ${String(all.length)} entries of the law were not compared with their source for ${String(days)} days; see docs/law-updates.md`,
      undefined,
      undefined,
      unchecked,
    );
  printResult({ entries: all.length, oldest: all[0]?.checkedOn ?? null });
}
