/** `ctx summary`: the figures of one year, read from the REST API. */
import type { Command } from 'commander';
import type { Schema } from '@ctx/client';
import { ESTIMATE_PARTS } from '@ctx/domain/law/estimate';
import { euro, figure, stateOf } from './amounts.ts';
import { yearOption } from './arguments.ts';
import type { Exact } from './exact-json.ts';
import { examples } from './examples.ts';
import { addRestOptions, type RestOptions, runRequest } from './rest.ts';
import type { Section } from './sections.ts';

interface SummaryOptions extends RestOptions {
  readonly year: number;
}

/** Adds the command `summary`. */
export function registerSummaryCommand(program: Command): void {
  addRestOptions(
    program
      .command('summary')
      .description('Shows the figures of a year: gains, income, tax, the exemption and the tax return.')
      .addOption(yearOption()),
  )
    .addHelpText(
      'after',
      examples('summary --year 2026', 'summary --year 2026 --url https://tax.example.org'),
    )
    .action(({ year, ...options }: SummaryOptions) =>
      runRequest<Schema<'YearSummary'>>(
        options,
        (client) =>
          client.GET('/api/v1/years/{year}/summary', { params: { path: { year } }, parseAs: 'text' }),
        summarySections,
      ),
    );
}

/** Returns what a terminal shows of a year. Months without a gain are left out. */
export function summarySections(summary: Exact<Schema<'YearSummary'>>): Section[] {
  const { vrijstellingHeadroom: exemption, declarationSummary: declaration } = summary;
  const months = summary.monthlyRealizedGains.filter(({ gain }) => Number(gain.exact ?? gain.high) !== 0);
  return [
    {
      fields: {
        year: summary.year,
        state: stateOf(summary),
        regime: summary.regime,
        ...(summary.completeness ? { missing: missingText(summary.completeness) } : {}),
        capitalGains: figure(summary.totalCapitalGains),
        taxOnCapitalGains: figure(summary.totalCapitalGainsTax),
        ...(summary.taxAfterExemption
          ? { taxOnCapitalGainsAfterExemption: figure(summary.taxAfterExemption) }
          : {}),
        income: figure(summary.totalIncome),
        taxOnIncome: figure(summary.totalIncomeTax),
        totalTax: figure(summary.totalTax),
        transactions: summary.transactionCount,
        wallets: summary.walletCount,
        openIssues: summary.reviewQueueCounts.total,
      },
    },
    ...(exemption ? [exemptionSection(exemption)] : []),
    ...(summary.estimate ? [estimateSection(summary.estimate)] : []),
    ...(summary.household ? householdSections(summary.household) : []),
    {
      title: 'capitalGainsByMonth',
      rows: months.map(({ month, gain }) => ({ month, gain: figure(gain) })),
    },
    ...(declaration ? [declarationSection(declaration)] : []),
  ];
}

function missingText({ mostlyUnknown, summary }: Exact<Schema<'Completeness'>>): string {
  return mostlyUnknown ? `Most of these figures hang on missing values. ${summary}` : summary;
}

function exemptionSection(exemption: Exact<Schema<'VrijstellingHeadroom'>>): Section {
  return {
    title: 'exemption',
    fields: {
      amountOfTheYear: figure(exemption.baseExemption),
      carriedIn: figure(exemption.carriedIn),
      used: figure(exemption.used),
      remaining: figure(exemption.remaining),
      carriedOut: figure(exemption.carriedOut),
      amountIsConfirmed: exemption.indexedAmountConfirmed,
    },
  };
}

/** Returns the parts of both partners, and the estimate of the partner. */
function householdSections({ taxpayer, partner }: Exact<Schema<'Household'>>): Section[] {
  const rowOf = (who: string, { capitalGains, income, incomeTax, estimate }: typeof partner) => ({
    who,
    capitalGains: euro(capitalGains),
    income: euro(income),
    taxOnCapitalGains: euro(estimate.total.eur),
    taxOnIncome: euro(incomeTax),
  });
  return [
    { title: 'household', rows: [rowOf('taxpayer', taxpayer), rowOf('partner', partner)] },
    { ...estimateSection(partner.estimate), title: 'estimateOfPartner' },
  ];
}

function estimateSection(estimate: Exact<Schema<'YearEstimate'>>): Section {
  const rows = ESTIMATE_PARTS.flatMap((part) => {
    const amount = estimate[part];
    return amount == null ? [] : [{ part, amount: euro(amount.eur), assumption: amount.assumption }];
  });
  return { title: 'estimate', rows };
}

function declarationSection({ rows }: Exact<Schema<'DeclarationSummary'>>): Section {
  return {
    title: 'taxReturn',
    rows: rows.map((row) => ({
      section: row.vak,
      code: row.code ?? null,
      label: row.label,
      amount: figure(row.amountLocked ?? { locked: false, exact: row.amount ?? null }),
    })),
  };
}
