/** Files of programs, whose previews nobody has seen: what the page would not offer to add, or only after it has asked. */
import type { Preview } from '@ctx/converters/preview';
import { LIMITS } from '@ctx/domain/limits';
import { presentText } from '@ctx/domain/third-party-text';
import type { Lookalikes } from '@ctx/proto/gen/ctx/v1/corrections';
import { rejectionError } from '../../store/rejection-error.ts';
import type { Comparison } from '../compare-facts.ts';

/** Rejects a file that brings nothing in, and one whose transactions may be stored already unless that is accepted. */
export function requireAddable(
  { events }: Pick<Preview, 'events'>,
  { lookalikes, undone }: Pick<Comparison, 'lookalikes' | 'undone'>,
  isAlikeAccepted: boolean,
): void {
  const count = Object.values(events).reduce((sum, each) => sum + each, 0);
  if (count + undone.removed === 0) throw rejectionError({ rejected: 'FILE_WITHOUT_TRANSACTIONS' });
  if (lookalikes.length === 0 || isAlikeAccepted) return;
  const fieldErrors = lookalikes.map((each) => ({ field: 'file', message: messageOf(each) }));
  throw rejectionError({ rejected: 'POSSIBLE_DUPLICATES', fieldErrors });
}

function messageOf({ accountLabel, formatTitle, transactions }: Lookalikes): string {
  const account = JSON.stringify(presentText(accountLabel, LIMITS.accountNameCharactersMax));
  const source = formatTitle == null ? '' : ` (${formatTitle})`;
  return `has ${String(transactions)} transactions that look like those of the account ${account}${source}`;
}
