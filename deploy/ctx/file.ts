/** `ctx file`: lists the exports that were imported for a user, and removes one with its events. */
import type { Command } from 'commander';
import type { StoredFile } from '@ctx/proto/gen/ctx/v1/corrections';
import { parseFileId, parseUserId } from './arguments.ts';
import { type Connection, runConnected } from './connect.ts';
import { examples } from './examples.ts';
import { CommandRejection } from './output.ts';

// Enough for a file with a million events.
const REMOVE_TIMEOUT_MS = 600_000;

interface RemoveOptions {
  readonly user: number;
  readonly fileId: string;
  readonly yes?: true;
}

/** Adds the commands `file list` and `file remove`. */
export function registerFileCommands(program: Command): void {
  const file = program
    .command('file')
    .description('Lists and removes the exports that were imported for a user.')
    .addHelpText('after', examples('file list --user 1'));
  file
    .command('list')
    .description('Lists the newest 200 files of a user. Prints {"files":[…]}.')
    .requiredOption('--user <id>', 'user id', parseUserId)
    .addHelpText('after', examples('file list --user 1'))
    .action((options: { user: number }) => runConnected((connection) => listFiles(connection, options.user)));
  file
    .command('remove')
    .description(
      'Removes a file and its events, except those that another file holds. Corrections of a removed event become orphaned.\n' +
        'Prints {"name","removedEvents","recalc"}.',
    )
    .requiredOption('--user <id>', 'user id', parseUserId)
    .requiredOption('--file-id <id>', 'file id from "ctx file list"', parseFileId)
    .option('--yes', 'confirm the removal')
    .addHelpText(
      'after',
      examples('file remove --user 1 --file-id 0f8fad5b-d9cb-469f-a165-70867728950e --yes'),
    )
    .action(({ user, fileId, yes }: RemoveOptions) =>
      runConnected((connection) => removeFile(connection, user, fileId, yes ?? false)),
    );
}

async function listFiles(connection: Connection, userId: number): Promise<object> {
  const method = connection.files.listFiles.bind(connection.files);
  const { files } = await connection.call(method, {}, userId);
  return { files: files.map(fileView) };
}

/** @throws CommandRejection NOT_CONFIRMED, with the number of events that would leave */
async function removeFile(
  connection: Connection,
  userId: number,
  fileId: string,
  isConfirmed: boolean,
): Promise<object> {
  const { files } = connection;
  if (!isConfirmed) {
    const found = await connection.call(files.listFiles.bind(files), { fileId }, userId);
    const [file] = found.files;
    if (file === undefined) throw new CommandRejection('NOT_FOUND', 'there is no such file');
    throw new CommandRejection(
      'NOT_CONFIRMED',
      `this removes ${String(file.ownEvents ?? 0)} of the ${String(file.events)} events of the file ${file.name}; nothing was removed, add --yes to confirm`,
    );
  }
  return connection.call(files.removeFile.bind(files), { fileId }, userId, REMOVE_TIMEOUT_MS);
}

function fileView({
  id,
  name,
  platform,
  format,
  accountRef,
  rows,
  events,
  importedAt,
  via,
}: StoredFile): object {
  return { fileId: id, name, platform, format, account: accountRef, rows, events, importedAt, via };
}
