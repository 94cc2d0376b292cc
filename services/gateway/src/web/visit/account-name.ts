/** The name of an account, as pages show it. */
import type { AnswerOf } from '../../answers/digits.ts';
import { nameText } from '../../ui/components.ts';

type Account = AnswerOf<'listAccounts'>['accounts'][number];

/** Returns the name of an account: its label, else its file, else its address, else where it is. */
export function accountName({
  label,
  originalFilename,
  address,
  datasource,
}: Pick<Account, 'label' | 'originalFilename' | 'address' | 'datasource'>): string {
  return nameText(label ?? originalFilename ?? address ?? datasource);
}
