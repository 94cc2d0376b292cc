/** `ctx webhook`: who gets events (docs/events.md), those of the operator without --user. */
import { type Command, Option } from 'commander';
import { EVENT_TYPES } from '@ctx/domain/event-types';
import type { CreatedWebhook, Webhook } from '@ctx/proto/gen/ctx/v1/events';
import { parseEventOfWebhookId, parseText, parseUserId, parseWebhookId } from './arguments.ts';
import { type Connection, runConnected } from './connect.ts';
import { examples } from './examples.ts';

interface OwnerOption {
  /** Undefined: the operator. */
  readonly user?: number;
}

const DEAD_MAX = 1000;
const ID_OPTION = ['--id <id>', 'webhook id from "ctx webhook list"', parseWebhookId] as const;
const ONE_ID = 'webhook remove --id 0f8fad5b-d9cb-469f-a165-70867728950e';

/** Adds the commands `webhook add`, `list`, `remove`, `rotate`, `dead` and `replay`. */
export function registerWebhookCommands(program: Command): void {
  const webhook = program
    .command('webhook')
    .description('Adds, lists and removes webhooks, which get events: figures changed, imports, sign-ins.')
    .addHelpText('after', examples('webhook list'));
  registerAdd(webhook);
  ofOwner(webhook, 'list', 'Lists the webhooks of the operator or of a user. Prints {"webhooks":[…]}.')
    .addHelpText('after', examples('webhook list'))
    .action(({ user = 0 }: OwnerOption) =>
      runConnected(async (connection) => {
        const method = connection.events.listWebhooks.bind(connection.events);
        const { webhooks } = await connection.call(method, {}, user);
        return { webhooks: webhooks.map(webhookView) };
      }),
    );
  ofOwner(webhook, 'remove', 'Removes a webhook with the events that it has yet to get. Prints the webhook.')
    .requiredOption(...ID_OPTION)
    .addHelpText('after', examples(ONE_ID))
    .action(({ user = 0, id }: OwnerOption & { id: string }) =>
      runConnected(async (connection) =>
        webhookView(
          await connection.call(connection.events.removeWebhook.bind(connection.events), { id }, user),
        ),
      ),
    );
  ofOwner(
    webhook,
    'rotate',
    'Gives a webhook a new secret, shown only once. The former one signs too for a day. Prints the webhook and "secret".',
  )
    .requiredOption(...ID_OPTION)
    .addHelpText('after', examples(ONE_ID.replace('remove', 'rotate')))
    .action(({ user = 0, id }: OwnerOption & { id: string }) =>
      runConnected(async (connection) =>
        createdView(
          await connection.call(connection.events.rotateWebhook.bind(connection.events), { id }, user),
        ),
      ),
    );
  registerDead(webhook);
}

function registerAdd(webhook: Command): void {
  ofOwner(
    webhook,
    'add',
    'Adds a webhook. Prints it with "secret", which signs what it gets and is shown only once.',
  )
    .requiredOption(
      '--url <url>',
      'https address, or "nats:" for the subjects ctx.events.* of NATS',
      parseText,
    )
    .addOption(
      new Option('--type <type...>', 'types of events (default: all, also later ones)').choices(EVENT_TYPES),
    )
    .addHelpText(
      'after',
      examples(
        'webhook add --url https://platform.example.org/hooks',
        'webhook add --url nats: --type figures.changed import.finished',
      ),
    )
    .action(({ url, user = 0, type: types = [] }: OwnerOption & { url: string; type?: string[] }) =>
      runConnected(async (connection) =>
        createdView(
          await connection.call(connection.events.addWebhook.bind(connection.events), { url, types }, user),
        ),
      ),
    );
}

function registerDead(webhook: Command): void {
  ofOwner(
    webhook,
    'dead',
    'Lists the events that a webhook did not get in three days of attempts, oldest first. Prints {"events":[…]}.',
  )
    .requiredOption(...ID_OPTION)
    .addHelpText('after', examples(ONE_ID.replace('remove', 'dead')))
    .action(({ user = 0, id }: OwnerOption & { id: string }) =>
      runConnected(async (connection) => {
        const method = connection.events.listDeadEvents.bind(connection.events);
        return { events: (await connection.call(method, { id, limit: DEAD_MAX }, user)).events };
      }),
    );
  ofOwner(webhook, 'replay', 'Sends dead events again: all of a webhook, or one. Prints {"replayed"}.')
    .requiredOption(...ID_OPTION)
    .option('--event <id>', 'event id from "ctx webhook dead"', parseEventOfWebhookId)
    .addHelpText('after', examples(ONE_ID.replace('remove', 'replay')))
    .action(({ user = 0, id, event }: OwnerOption & { id: string; event?: string }) =>
      runConnected((connection) => replay(connection, user, id, event)),
    );
}

async function replay(
  connection: Connection,
  user: number,
  id: string,
  eventId: string | undefined,
): Promise<object> {
  const method = connection.events.replayEvents.bind(connection.events);
  const { replayed } = await connection.call(method, { id, eventId }, user);
  return { replayed };
}

function ofOwner(webhook: Command, name: string, description: string): Command {
  return webhook
    .command(name)
    .description(description)
    .option('--user <id>', 'webhooks of this user, who gets only their own events', parseUserId);
}

function createdView({ webhook, secret }: CreatedWebhook): object {
  return { ...(webhook == null ? {} : webhookView(webhook)), secret: secret ?? null };
}

function webhookView({ id, url, types, createdAt, failingSince, lastError, formerUntil }: Webhook): object {
  return {
    id,
    url,
    types,
    createdAt,
    failingSince: failingSince ?? null,
    lastError: lastError ?? null,
    formerUntil: formerUntil ?? null,
  };
}
