/** `ctx issues`: the inbox of open issues, read from the REST API. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Schema } from '@ctx/client';
import { ISSUE_TYPES, QUEUES, SEVERITIES } from '@ctx/domain/issues';
import { euro } from './amounts.ts';
import { parseYear } from './arguments.ts';
import type { Exact } from './exact-json.ts';
import { examples } from './examples.ts';
import { addRestOptions, type RestOptions, runRequest } from './rest.ts';
import type { Row, Section } from './sections.ts';

const PAGE_SIZE = 50;

interface IssuesOptions extends RestOptions {
  readonly year?: number;
  readonly queue?: (typeof QUEUES)[number];
  readonly type?: (typeof ISSUE_TYPES)[number];
  readonly severity?: (typeof SEVERITIES)[number];
  readonly page: number;
}

/** Adds the command `issues`. */
export function registerIssuesCommand(program: Command): void {
  addRestOptions(
    program
      .command('issues')
      .description(
        `Shows the open issues, ${String(PAGE_SIZE)} a page, most severe first, with what to do about each.`,
      )
      .option('--year <year>', 'only of this year', parseYear)
      .addOption(new Option('--queue <queue>', 'only of this queue').choices(QUEUES))
      .addOption(new Option('--type <type>', 'only of this type').choices(ISSUE_TYPES))
      .addOption(new Option('--severity <severity>', 'only of this severity').choices(SEVERITIES))
      .option('--page <n>', 'page number, from 0', parsePage, 0),
  )
    .addHelpText('after', examples('issues --year 2026', 'issues --severity HIGH'))
    .action(({ year, queue, type, severity, page, ...options }: IssuesOptions) =>
      runRequest<Schema<'IssuesInbox'>>(
        options,
        (client) =>
          client.GET('/api/v1/issues', {
            params: { query: { year, queue, type, severity, page, size: PAGE_SIZE } },
            parseAs: 'text',
          }),
        issuesSections,
      ),
    );
}

/** Returns what a terminal shows of the inbox. */
export function issuesSections({ items, page, counts }: Exact<Schema<'IssuesInbox'>>): Section[] {
  return [
    { rows: items.map(issueRow) },
    {
      fields: {
        issues: page?.totalElements ?? counts.total,
        ...(page?.hasNext && { nextPage: `--page ${String(Number(page.page) + 1)}` }),
      },
    },
  ];
}

function issueRow(issue: Exact<Schema<'ReviewQueueItem'>>): Row {
  const { event, copilot } = issue;
  return {
    severity: issue.severity,
    type: issue.issueType,
    time: event?.timestamp ?? null,
    what: event
      ? `${event.amount} ${event.asset.symbol}`
      : (issue.missingPriceAssetKey ?? issue.possibleDuplicate?.fileName ?? null),
    toDo: issue.recommendedAction,
    effectOnTax: euro(copilot?.estimatedImpactEur),
    event: issue.sourceEventId ?? null,
  };
}

function parsePage(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return Number(text);
}
