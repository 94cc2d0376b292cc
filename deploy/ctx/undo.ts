/** `ctx undo`: the newest corrections, and undoing one, over the REST API. */
import type { Command } from 'commander';
import type { Schema } from '@ctx/client';
import { parseEntryId } from './arguments.ts';
import { addCorrectionOptions, type CorrectionOptions, outcomeSections } from './effect.ts';
import type { Exact } from './exact-json.ts';
import { runRequest } from './rest.ts';
import type { Section } from './sections.ts';

const ENTRIES_SHOWN = 20;

interface UndoOptions extends CorrectionOptions {
  readonly entry?: string;
}

/** Adds the command `undo`. */
export function registerUndoCommand(program: Command): void {
  const command = program
    .command('undo')
    .description(
      `Shows the ${String(ENTRIES_SHOWN)} newest corrections, or undoes one of them (--entry). Undoing an undo restores it.`,
    )
    .option('--entry <id>', 'correction to undo', parseEntryId);
  addCorrectionOptions(command, 'undo', 'undo --entry 0f8fad5b-d9cb-469f-a165-70867728950e --dry-run').action(
    ({ entry, dryRun, ...options }: UndoOptions) =>
      entry === undefined
        ? runRequest<Schema<'HistoryResponse'>>(
            options,
            (client) =>
              client.GET('/api/v1/history', { params: { query: { size: ENTRIES_SHOWN } }, parseAs: 'text' }),
            historySections,
          )
        : runRequest<Schema<'UndoResponse'>>(
            options,
            (client) =>
              client.POST('/api/v1/history/{entryId}/undo', {
                params: { path: { entryId: entry }, query: { dryRun } },
                parseAs: 'text',
              }),
            (response) => outcomeSections({ undone: entry, changes: response.entry.changeCount }, response),
          ),
  );
}

/** Returns what a terminal shows of corrections: when, what and by whom. */
function historySections({ entries, totalElements }: Exact<Schema<'HistoryResponse'>>): Section[] {
  return [
    {
      rows: entries.map((entry) => ({
        entry: entry.id,
        time: entry.at,
        kind: entry.kind,
        changes: entry.changeCount,
        years: entry.years,
        via: entry.via,
        undoneBy: entry.undoneBy ?? null,
      })),
    },
    { fields: { corrections: totalElements } },
  ];
}
