/** The request for a file, from what was chosen beside it on the page or named by a program. */
import { stableId } from '@ctx/domain/stable-id';
import type { FileRequest } from '@ctx/proto/gen/ctx/v1/corrections';

/** What is chosen beside a file; empty where nothing was chosen. */
export interface FileChoices {
  /** Id of a format. */
  readonly format: string;
  /** Reference of an account. */
  readonly account: string;
  /** Name of a new account, which counts instead of `account`. */
  readonly newAccount: string;
  readonly timeZone: string;
  /** Text of a mapping file. A person chooses it again if the form comes back. */
  readonly mapping: string;
}

/** Returns the request for a file with what was chosen beside it. */
export function requestOf(name: string, content: Buffer, choices: FileChoices): FileRequest {
  const { format, account, newAccount, timeZone, mapping } = choices;
  return {
    name,
    content,
    format: format === '' ? null : format,
    accountRef: newAccount === '' ? account || null : accountRefOf(newAccount),
    accountLabel: newAccount === '' ? null : newAccount,
    timeZone: timeZone === '' ? null : timeZone,
    mapping: mapping === '' ? null : mapping,
  };
}

/** Returns the account ref for a name, made like the ref of a platform: `My Kraken` becomes `my-kraken`. */
export function accountRefOf(accountName: string): string {
  const ref = accountName
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return ref === '' ? stableId('account name', accountName) : ref;
}
