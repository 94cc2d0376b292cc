/** Notes events in the transaction of the change that they tell of. Nothing is written where no webhook asked for them. */
import type { EventType } from '@ctx/domain/event-types';
import type { Client } from './postgres.ts';

/** Notes an event of a user. `details` has ids, types and times, and never figures or what a person wrote. */
export async function noteEvent(
  client: Client,
  userId: number,
  type: EventType,
  details: object,
): Promise<void> {
  await client.query({
    name: 'note-event',
    text: 'SELECT corrections.note_event($1, $2, $3)',
    values: [userId, type, JSON.stringify(details)],
  });
}
