/** `ctx circumstances`: what a taxpayer stated about a year, read and set over the REST API. */
import { type Command, InvalidArgumentError } from 'commander';
import { type ApiClient, type Schema } from '@ctx/client';
import { CIRCUMSTANCE_FIELDS, type CircumstanceField } from '@ctx/domain/circumstances';
import { yearOption } from './arguments.ts';
import type { Exact } from './exact-json.ts';
import { examples } from './examples.ts';
import { addRestOptions, type RestOptions, runRequest } from './rest.ts';
import type { Section } from './sections.ts';

type Values = Readonly<Partial<Record<CircumstanceField, number>>>;
type CircumstancesOptions = RestOptions &
  Values & { readonly year: number; readonly remove?: true; readonly accountShare?: readonly AccountShare[] };
type AccountShare = Schema<'AccountShareRequest'>;

/** The option of each field, and what it means. */
const OPTIONS: Readonly<Record<CircumstanceField, readonly [flag: string, meaning: string]>> = {
  exemptionUsedElsewhere: ['--exemption-used-elsewhere <eur>', 'part of the exemption that other assets use'],
  otherGains: ['--other-gains <eur>', 'net gain on other financial assets; negative for a loss'],
  derivativeResults: ['--derivative-results <eur>', 'net result of derivatives; negative for a loss'],
  taxWithheld: ['--tax-withheld <eur>', 'tax that banks withheld from gains'],
  ownedSharePercent: [
    '--owned-share-percent <percent>',
    'share of the taxpayer in all accounts; 50: common property',
  ],
  municipalSurchargePercent: ['--municipal-surcharge-percent <percent>', 'surcharge of the municipality'],
  speculativeLossYearMinus1: [
    '--speculative-loss-year-minus1 <eur>',
    'loss of speculation of the year before',
  ],
  speculativeLossYearMinus2: ['--speculative-loss-year-minus2 <eur>', 'of 2 years before'],
  speculativeLossYearMinus3: ['--speculative-loss-year-minus3 <eur>', 'of 3 years before'],
  speculativeLossYearMinus4: ['--speculative-loss-year-minus4 <eur>', 'of 4 years before'],
  speculativeLossYearMinus5: ['--speculative-loss-year-minus5 <eur>', 'of 5 years before'],
};

/** Adds the command `circumstances`. */
export function registerCircumstancesCommand(program: Command): void {
  const command = program
    .command('circumstances')
    .description(
      'Shows the circumstances of a year, with which its summary has an estimate. With values, replaces them all.',
    )
    .addOption(yearOption());
  for (const [flag, meaning] of Object.values(OPTIONS)) command.option(flag, meaning, parseNumber);
  command.option(
    '--account-share <id=percent...>',
    'share of the taxpayer in one account, where it is another',
    parseShare,
  );
  command.option('--remove', 'remove the circumstances of the year');
  addRestOptions(command)
    .addHelpText(
      'after',
      `
Replacing or removing circumstances needs a token with the scope write.
${examples(
  'circumstances --year 2026',
  'circumstances --year 2026 --other-gains 4000 --municipal-surcharge-percent 7.5',
  'circumstances --year 2026 --remove',
)}`,
    )
    .action(async ({ year, remove, accountShare: accountShares, ...options }: CircumstancesOptions) => {
      const params = { path: { year } };
      const values = {
        ...(Object.fromEntries(
          CIRCUMSTANCE_FIELDS.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
        ) as Values),
        ...(accountShares === undefined ? {} : { accountShares: [...accountShares] }),
      };
      if (remove === true)
        await runRequest<Schema<'DeleteResponse'>>(
          options,
          (client) => client.DELETE(PATH, { params, parseAs: 'text' }),
          ({ deleted, recalc }) => [{ fields: { deleted, recalc } }],
        );
      else if (Object.keys(values).length > 0)
        await runRequest<Schema<'CircumstancesOutcome'>>(
          options,
          (client: ApiClient) => client.POST(PATH, { params, body: values, parseAs: 'text' }),
          ({ circumstances }) => circumstancesSections(circumstances),
        );
      else
        await runRequest<Schema<'CircumstancesResponse'>>(
          options,
          (client) => client.GET(PATH, { params, parseAs: 'text' }),
          ({ circumstances }) => circumstancesSections(circumstances ?? null),
        );
    });
}

const PATH = '/api/v1/years/{year}/circumstances';

function parseNumber(text: string): number {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('It must be a number such as 1250.50.');
  return Number(text);
}

function parseShare(text: string, previous: readonly AccountShare[] = []): AccountShare[] {
  const [, accountId, percent] = /^([0-9a-f-]{36})=(\d+(?:\.\d+)?)$/i.exec(text) ?? [];
  if (accountId === undefined || percent === undefined)
    throw new InvalidArgumentError('It must be the id of an account and a number: id=25.');
  return [...previous, { accountId, ownedSharePercent: Number(percent) }];
}

/** Returns what a terminal shows of the circumstances of a year: the fields that have a value. */
function circumstancesSections(circumstances: Exact<Schema<'Circumstances'>> | null): Section[] {
  if (circumstances === null) return [{ fields: { circumstances: null } }];
  const fields = CIRCUMSTANCE_FIELDS.flatMap((name) => {
    const value = circumstances[name];
    return value == null ? [] : [[name, value] as const];
  });
  const { year, updatedAt, updatedVia } = circumstances;
  const { accountShares = [] } = circumstances;
  return [
    { fields: { year, ...Object.fromEntries(fields), updatedAt, updatedVia } },
    ...(accountShares.length === 0 ? [] : [{ title: 'accountShares', rows: accountShares }]),
  ];
}
