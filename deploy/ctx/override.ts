/** `ctx override`: corrects one event over the REST API. */
import { type Command, Option } from 'commander';
import type { Schema } from '@ctx/client';
import { OVERRIDE_FIELDS, type OverrideField } from '@ctx/contract/requests';
import { EVENT_TYPES, type EventType, type Treatment, TREATMENTS } from '@ctx/domain/vocabulary';
import { parseDateTime, parseEventId } from './arguments.ts';
import {
  addCorrectionOptions,
  type CorrectionOptions,
  exactNumber,
  outcomeSections,
  parseDecimalText,
} from './effect.ts';
import { runRequest } from './rest.ts';

interface OverrideOptions extends CorrectionOptions {
  readonly event: string;
  readonly type?: EventType;
  readonly treatment?: Treatment;
  readonly taxable?: 'yes' | 'no';
  readonly value?: string;
  readonly amount?: string;
  readonly time?: string;
  readonly acquired?: string;
  readonly description?: string;
  readonly notes?: string;
  readonly clear?: readonly OverrideField[];
}

/** Adds the command `override`. */
export function registerOverrideCommand(program: Command): void {
  const command = program
    .command('override')
    .description(
      'Corrects an event: its value, amount, time, type or treatment. Fields without an option stay as they are.',
    )
    .requiredOption('--event <id>', 'event id, from "ctx issues"', parseEventId)
    .option('--value <eur>', 'value of the event in EUR', parseDecimalText)
    .addOption(new Option('--treatment <treatment>', 'what it was').choices(TREATMENTS))
    .addOption(new Option('--type <type>', 'type').choices(EVENT_TYPES))
    .addOption(new Option('--taxable <yes|no>', 'whether it is taxable').choices(['yes', 'no']))
    .option('--amount <amount>', 'amount of the asset', parseDecimalText)
    .option('--time <time>', 'when it happened', parseDateTime)
    .option('--acquired <time>', 'when units from an own wallet were first acquired', parseDateTime)
    .option('--description <text>', 'description')
    .option('--notes <text>', 'why, for the log')
    .addOption(
      new Option('--clear <field...>', 'fields whose correction is taken back').choices(OVERRIDE_FIELDS),
    );
  addCorrectionOptions(
    command,
    'override --event 0f8fad5b-d9cb-469f-a165-70867728950e --value 1250.50 --dry-run',
    'override --event 0f8fad5b-d9cb-469f-a165-70867728950e --treatment TRANSFER_OUT_OWN_WALLET',
  ).action((options: OverrideOptions, self: Command) => {
    const changes = changesOf(options);
    if (Object.values<unknown>(changes).every((value) => value === undefined))
      self.error('error: say what to correct, for example with --value or --treatment');
    return runRequest<Schema<'OverrideResponse'>>(
      options,
      (client) =>
        client.POST('/api/v1/overrides', {
          body: { taxEventId: options.event, ...changes, ...(options.dryRun && { dryRun: true }) },
          parseAs: 'text',
        }),
      (response) => outcomeSections({ event: options.event, changed: response.changed }, response),
    );
  });
}

function changesOf(options: OverrideOptions): Omit<Schema<'OverrideRequest'>, 'taxEventId' | 'dryRun'> {
  const { type, treatment, taxable, value, amount, time, acquired, description, notes, clear } = options;
  return {
    overriddenType: type,
    overriddenTreatment: treatment,
    overriddenTaxable: taxable === undefined ? undefined : taxable === 'yes',
    overriddenEuroValue: exactNumber(value),
    overriddenAmount: exactNumber(amount),
    overriddenTimestamp: time,
    originAcquiredAt: acquired,
    overriddenDescription: description,
    notes,
    clear: clear === undefined ? undefined : [...clear],
  };
}
