/** Records of the law: every number and every rule that figures are computed with, and its source. */
import { z } from 'zod';
import { ASSUMPTIONS } from '@ctx/domain/law/assumptions';
import { PROVISION_UNITS, PROVISIONS } from '@ctx/domain/law/provisions';
import { READINGS } from '@ctx/domain/law/readings';
import { RULES } from '@ctx/domain/law/rules';
import { LAW_STATUSES } from '@ctx/domain/law/source';
import { LIMITS } from '@ctx/domain/limits';
import { decimal, int32, nullableText } from './scalars.ts';

const article = () =>
  nullableText().describe('Article of the income tax code or of the law, or part of the tax return.');

const LawPlace = z
  .object({ source: z.string().describe('Where it is stated too.'), article: article() })
  .meta({ id: 'LawPlace' });

const LawQuotation = z
  .object({
    text: z.string().describe('At most a line, in the words of the source.'),
    source: z.string().describe('Whose words they are.'),
  })
  .meta({ id: 'LawQuotation' });

const LawReader = z
  .object({
    name: z.string().describe('Who reads the law.'),
    address: z.string().describe('The page on which it says so, or its site.'),
    agrees: z.boolean().describe('True if it says the same, false if it says something else.'),
    quotation: z.string().optional().describe('At most a line, in the words of the reader.'),
  })
  .meta({ id: 'LawReader', description: 'What a public reader says, such as a bank or a law firm.' });

/** The fields of a source. */
const SOURCE_FIELDS = {
  source: z.string().describe('Where it comes from.'),
  article: article(),
  status: z
    .enum(LAW_STATUSES)
    .describe('CONFIRMED: the source states it. ASSUMED: a reading, or a value of an earlier year.'),
  assumption: z
    .enum(ASSUMPTIONS)
    .nullish()
    .describe('Code of the assumption that makes it; null if it is CONFIRMED.'),
  checkedOn: z.iso
    .date()
    .describe('Day on which it was last compared with its source, or with what readers say of it.'),
  margin: z.string().optional().describe('Number of the margin in the circular.'),
  alsoIn: z.array(LawPlace).optional().describe('Further places that state it.'),
  quotation: LawQuotation.optional().describe('A line of a source.'),
  readers: z.array(LawReader).optional().describe('What public readers say of it.'),
  path: z.string().optional().describe('Stable path of the page that shows it, below the site.'),
} as const;

const LawIndexation = z
  .object({
    coefficient: decimal('The published factor for the year.'),
    exactEur: decimal('EUR: `statutoryEur` times the coefficient.'),
    roundedToEur: decimal('EUR: the multiple to which it is rounded.'),
    roundedEur: decimal(
      'EUR: the nearest multiple. Where `value` is something else, the law or the administration gives another amount.',
    ),
    source: z.string().describe('Where the coefficient comes from.'),
    article: article(),
  })
  .meta({ id: 'LawIndexation', description: 'How an amount of the statute becomes that of a year.' });

export const LawProvision = z
  .object({
    name: z.enum(PROVISIONS).describe('Which number of the law it is.'),
    fromYear: int32()
      .nullish()
      .describe('First income year; null for all years. Valid until the next row of the same name.'),
    value: nullableText().describe('Null for a code that is not published.'),
    unit: z
      .enum(PROVISION_UNITS)
      .describe(
        'PERCENT, EUR, DAYS: a number. INSTANT: in UTC. YEAR: the last one. CODE: of the tax return.',
      ),
    statutoryEur: decimal('EUR: the amount in the text of the statute, before it is indexed.').nullish(),
    index: decimal(
      'The exemption divided by `statutoryEur`, a quotient of rounded amounts. The published factor is in `indexation`.',
    ).nullish(),
    indexation: LawIndexation.optional().describe('Absent for what is not indexed.'),
    ...SOURCE_FIELDS,
  })
  .meta({ id: 'LawProvision', description: 'A rate, an amount, a date or a code of the law.' });

export const LawRule = z
  .object({
    code: z.enum(RULES).describe('Which rule it is. An assumption has the same code everywhere.'),
    rule: z.string().describe('What the figures follow, in English.'),
    otherReading: z
      .string()
      .optional()
      .describe('What the law may say in its place, in English. Absent for a rule that a source states.'),
    ...SOURCE_FIELDS,
    readings: z
      .array(z.enum(READINGS))
      .optional()
      .describe('Readings in its place that `GET /api/v1/years/{year}/readings` computes a year under.'),
  })
  .meta({ id: 'LawRule', description: 'A rule by which figures are computed.' });

const day = () => z.iso.date();

export const LawPlatform = z
  .object({
    name: z.string().describe('Name of the platform.'),
    company: nullableText().describe('The company that serves customers in Belgium, if known.'),
    country: z.string().describe('ISO 3166 code of the country of the company.'),
    licence: nullableText().describe('Licence and supervisor, if known.'),
    from: day().nullish().describe('First day; null if it is not known.'),
    until: day()
      .nullish()
      .describe('Last day on which it served customers in the EU; null if it still does.'),
    source: z.string().describe('Who says so.'),
    address: z.string().optional().describe('The page that says so.'),
    checkedOn: day().describe('Day on which it was last compared with its source.'),
    path: z.string().optional().describe('Stable path of the page that shows it, below the site.'),
  })
  .meta({ id: 'LawPlatform', description: 'A custodial exchange, from one day to another.' });

export const LawResponse = z
  .object({
    provisions: z.array(LawProvision).describe('The numbers of the law, each with its source.'),
    firstTaxedYear: int32().describe('First income year whose gains under normal management are taxed.'),
    lastPublishedForm: int32().describe('Last income year with a published tax return.'),
    rules: z
      .array(LawRule)
      .optional()
      .describe('The rules of the figures: those that a source states, then the assumptions.'),
    platforms: z
      .array(LawPlatform)
      .optional()
      .describe('Custodial exchanges by time; with `year` the company of each at the end of it.'),
  })
  .meta({
    id: 'LawResponse',
    description: 'The law that figures are computed with. The same for every user.',
  });
export type LawResponse = z.output<typeof LawResponse>;

export const LawQuery = z.strictObject({
  year: z
    .int32()
    .min(LIMITS.yearMin)
    .max(LIMITS.yearMax)
    .optional()
    .describe('Only what applies to this income year, one row for each name.'),
});
