/** `ctx match`: the counterparts of a transfer, and matching two events, over the REST API. */
import { type Command, Option } from 'commander';
import type { Schema } from '@ctx/client';
import { type TransferKind, TRANSFER_KINDS } from '@ctx/domain/vocabulary';
import { parseEventId, parseMatchId, parseText } from './arguments.ts';
import { addCorrectionOptions, type CorrectionOptions, outcomeSections } from './effect.ts';
import type { Exact } from './exact-json.ts';
import { runRequest } from './rest.ts';
import type { Section } from './sections.ts';

interface MatchOptions extends CorrectionOptions {
  readonly event?: string;
  readonly out?: string;
  readonly in?: string;
  readonly kind?: TransferKind;
  readonly join?: string;
  readonly notes?: string;
  readonly remove?: string;
}

/** Adds the command `match`. */
export function registerMatchCommand(program: Command): void {
  const command = program
    .command('match')
    .description(
      'Shows the counterparts of a transfer (--event), matches two events as one transfer (--out, --in and --kind), or takes a match back (--remove).',
    )
    .option('--event <id>', 'show what may be the other side of this event', parseEventId)
    .option('--out <id>', 'event that left', parseEventId)
    .option('--in <id>', 'event that arrived', parseEventId)
    .addOption(new Option('--kind <kind>', 'kind of the transfer').choices(TRANSFER_KINDS))
    .option('--join <id>', 'match that the pair joins', parseMatchId)
    .option('--notes <text>', 'why, for the log', parseText)
    .option('--remove <id>', 'match to take back', parseMatchId);
  const [one, other] = ['0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7'];
  addCorrectionOptions(
    command,
    `match --event ${one}`,
    `match --out ${one} --in ${other} --kind SELF_TRANSFER --dry-run`,
    `match --remove ${other}`,
  ).action((options: MatchOptions, self: Command) => {
    const { event, out, in: arrival, kind, remove } = options;
    const isPair = out !== undefined && arrival !== undefined && kind !== undefined;
    const isPartOfPair = [out, arrival, kind].some((each) => each !== undefined);
    if ([event, remove, isPartOfPair || undefined].filter((each) => each !== undefined).length !== 1)
      self.error('error: give one of --event, --remove, or --out with --in and --kind');
    if (event !== undefined) return showCandidates(event, options);
    if (remove !== undefined) return removeMatch(remove, options);
    if (!isPair)
      return self.error('error: a match needs --out, --in and --kind; "ctx match --event" names them');
    return matchPair({ outTaxEventId: out, inTaxEventId: arrival, transferKind: kind }, options);
  });
}

function showCandidates(taxEventId: string, options: MatchOptions): Promise<void> {
  return runRequest<Schema<'TransferCandidatesResponse'>>(
    options,
    (client) =>
      client.GET('/api/v1/transfer-matches/candidates', {
        params: { query: { taxEventId } },
        parseAs: 'text',
      }),
    candidateSections,
  );
}

function removeMatch(matchId: string, options: MatchOptions): Promise<void> {
  return runRequest<Schema<'DeleteResponse'>>(
    options,
    (client) =>
      client.DELETE('/api/v1/transfer-matches/{matchId}', {
        params: { path: { matchId }, query: { dryRun: options.dryRun } },
        parseAs: 'text',
      }),
    (response) => outcomeSections({ match: matchId, removed: response.deleted }, response),
  );
}

function matchPair(
  pair: Pick<Schema<'TransferMatchRequest'>, 'outTaxEventId' | 'inTaxEventId' | 'transferKind'>,
  { join, notes, dryRun, ...options }: MatchOptions,
): Promise<void> {
  const body = { ...pair, joinMatchId: join, notes, ...(dryRun && { dryRun: true }) };
  return runRequest<Schema<'TransferMatchResponse'>>(
    options,
    (client) => client.POST('/api/v1/transfer-matches', { body, parseAs: 'text' }),
    (response) => outcomeSections({ match: response.match.id, created: response.created }, response),
  );
}

/** Returns what a terminal shows of the counterparts of an event: one row for each, and the match that it has. */
function candidateSections({
  candidates,
  existingMatch,
}: Exact<Schema<'TransferCandidatesResponse'>>): Section[] {
  return [
    {
      rows: candidates.map(({ taxEvent, transferKind, amountDifference, secondsApart, joinMatchId }) => ({
        event: taxEvent.id,
        time: taxEvent.timestamp,
        what: `${taxEvent.amount} ${taxEvent.assetSymbol}`,
        account: taxEvent.accountId,
        kind: transferKind,
        amountDifference,
        secondsApart,
        join: joinMatchId ?? null,
      })),
    },
    { fields: { counterparts: candidates.length, existingMatch: existingMatch?.id ?? null } },
  ];
}
