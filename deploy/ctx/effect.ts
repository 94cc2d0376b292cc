/** What a correction over the REST API did, or would do: the options that its commands share, and what a terminal shows. */
import { type Command, InvalidArgumentError } from 'commander';
import type { Schema } from '@ctx/client';
import { euro } from './amounts.ts';
import type { Exact } from './exact-json.ts';
import { examples } from './examples.ts';
import { addRestOptions, type RestOptions } from './rest.ts';
import type { Row, Section } from './sections.ts';

export interface CorrectionOptions extends RestOptions {
  readonly dryRun?: true;
}

const ABOUT_CORRECTIONS = `
A correction needs a token with the scope write: "ctx token create --scope write". Every correction is in the log and can be undone
with "ctx undo". A year that was submitted accepts none.`;

/** Adds the options that all corrections have, and examples. */
export function addCorrectionOptions(command: Command, ...commands: readonly string[]): Command {
  return addRestOptions(command.option('--dry-run', 'save nothing, and show what would change')).addHelpText(
    'after',
    `${ABOUT_CORRECTIONS}\n${examples(...commands)}`,
  );
}

/** Parses a decimal number from 0. It stays as written, because a JavaScript number would lose digits. */
export function parseDecimalText(text: string): string {
  if (!/^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text))
    throw new InvalidArgumentError('It must be a number such as 1250.50.');
  return text;
}

/** Returns a decimal as a number of a request body, with every digit. */
export function exactNumber(text: string): number;
export function exactNumber(text: string | undefined): number | undefined;
export function exactNumber(text: string | undefined): number | undefined {
  // `JSON.rawJSON` is ES2026; the compiler's library does not know it yet.
  return text === undefined
    ? undefined
    : (JSON as unknown as { rawJSON(number: string): number }).rawJSON(text);
}

/** The part of the response to a correction that says what follows from it. */
interface Outcome {
  readonly recalc: string;
  readonly preview?: Exact<Schema<'CorrectionPreview'>> | null | undefined;
}

/** Returns what a terminal shows of a correction: its own fields, and the effect that a dry run returns. */
export function outcomeSections(fields: Row, { recalc, preview }: Outcome): Section[] {
  if (preview == null) return [{ fields: { ...fields, recalculation: recalc } }];
  const { years, issues, rule } = preview;
  return [
    {
      fields: {
        saved: false,
        ...(rule == null ? {} : { eventsOfTheRule: rule.eventCount }),
        questionsThatAppear: issues.appearCount,
        questionsThatDisappear: issues.disappearCount,
      },
    },
    {
      title: years.length === 0 ? 'no figure of a year changes' : 'what changes, before the exemption',
      rows: years.map(({ year, before, after }) => ({
        year,
        gains: change(before.totalCapitalGains, after.totalCapitalGains),
        income: change(before.totalIncome, after.totalIncome),
        tax: change(before.totalTax, after.totalTax),
      })),
    },
  ];
}

function change(before: string, after: string): string {
  return before === after ? (euro(before) ?? '') : `${euro(before) ?? ''} → ${euro(after) ?? ''}`;
}
