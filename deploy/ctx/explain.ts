/** `ctx explain`: where the figures of one event come from, read from the REST API. */
import type { Command } from 'commander';
import type { Schema } from '@ctx/client';
import { euro, figure, stateOf } from './amounts.ts';
import { parseEventId, parseYear } from './arguments.ts';
import type { Exact } from './exact-json.ts';
import { examples } from './examples.ts';
import { addRestOptions, type RestOptions, runRequest } from './rest.ts';
import type { Section } from './sections.ts';

interface ExplainOptions extends RestOptions {
  readonly event: string;
  readonly year?: number;
}

type ExplainedTransaction = Exact<Schema<'ExplainedTransaction'>>;

/** Adds the command `explain`. */
export function registerExplainCommand(program: Command): void {
  addRestOptions(
    program
      .command('explain')
      .description(
        'Explains an event: the imported fact, each step that changed it, and the lots that it took with their basis.',
      )
      .requiredOption('--event <id>', 'event id, from "ctx issues" or GET /api/v1/transactions', parseEventId)
      .option(
        '--year <year>',
        'of an event that moved out of a submitted year: which of its years',
        parseYear,
      ),
  )
    .addHelpText('after', examples('explain --event 0f8fad5b-d9cb-469f-a165-70867728950e'))
    .action(({ event: taxEventId, year, ...options }: ExplainOptions) =>
      runRequest<Schema<'ExplainedTransaction'>>(
        options,
        (client) =>
          client.GET('/api/v1/transactions/{taxEventId}', {
            params: { path: { taxEventId }, query: { year } },
            parseAs: 'text',
          }),
        explainSections,
      ),
    );
}

/** Returns what a terminal shows of an explained event. */
export function explainSections(explained: ExplainedTransaction): Section[] {
  const { explanation } = explained;
  return [
    eventSection(explained),
    {
      title: 'steps',
      rows: explanation.steps.map(({ kind, field, from, to, at, via }) => ({
        kind,
        field,
        from: from ?? null,
        to: to ?? null,
        time: at ?? null,
        via: via ?? null,
      })),
    },
    {
      title: 'lots',
      rows: explanation.slices.map((slice) => ({
        kind: slice.kind,
        acquired: slice.acquiredAt,
        days: slice.holdingPeriodDays,
        amount: slice.amount,
        proceeds: euro(slice.proceeds),
        basis: euro(slice.costBasis),
        method: slice.method ?? null,
        gain: figure(slice.gain),
      })),
    },
    ...(explanation.slicesLeftOut === '0' ? [] : [{ fields: { lotsLeftOut: explanation.slicesLeftOut } }]),
  ];
}

function eventSection({ event, explanation, ...year }: ExplainedTransaction): Section {
  const { fact, price, disposal } = explanation;
  return {
    fields: {
      event: event.id ?? null,
      year: year.year,
      state: stateOf(year),
      type: event.type,
      treatment: event.treatment,
      taxable: event.taxable,
      time: event.timestamp,
      amount: `${event.amount} ${event.asset.symbol}`,
      account: event.accountLabel ?? null,
      source: fact ? `${fact.source} ${fact.referenceId}` : null,
      importedValue: euro(fact?.euroValue),
      countedValue: euro(explanation.countedValue),
      valueFrom: price.source,
      ...(disposal && {
        proceeds: euro(disposal.proceeds),
        fees: euro(disposal.fees),
        costBasis: euro(disposal.costBasis),
        gain: figure(disposal.gain),
        ...(disposal.shortfall && { missingUnits: disposal.shortfall.amount }),
      }),
      ...(explanation.income && { income: figure(explanation.income) }),
    },
  };
}
