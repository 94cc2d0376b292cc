/** What the pages that read files share: the calls to the service, and the access log. */
import { stableId } from '@ctx/domain/stable-id';
import { writeAsUser } from '@ctx/platform/postgres';
import type { FileRequest } from '@ctx/proto/gen/ctx/v1/corrections';
import { type AccessAction, logAccess } from '../../identity/access-log.ts';
import { nameText } from '../../ui/components.ts';
import { messagePage } from '../../ui/message.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { RunningImport } from '../backends/file-calls.ts';
import type { Reply, SignedInVisit } from '../visit/visit.ts';
import type { FileChoices } from './files-view.ts';
import { FILES_TEXTS } from './texts/texts.ts';

/** Returns the caller of a visit. */
export function callerOf({ session: { userId }, requestId }: SignedInVisit): {
  userId: number;
  requestId: string;
} {
  return { userId, requestId };
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

/** Returns the answer of the service, or the page that says that another file of the user is being read. */
export async function unlessRunning<Answer extends object>(
  { language, session: visitor }: SignedInVisit,
  call: () => Promise<Answer>,
): Promise<Answer | Exclude<Reply, 'SENT' | { readonly seeOther: string }>> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof RunningImport)) throw error;
    const { running } = FILES_TEXTS[language].files;
    const link = { href: PATHS.files, label: TEXTS[language].fileForm.back };
    return { status: 409, page: messagePage({ language, visitor, ...running, status: 409, link }) };
  }
}

/** Notes a file that was added or removed in the access log. */
export async function logFile(
  { parts, session: { userId }, request }: SignedInVisit,
  action: Extract<AccessAction, 'FILE_ADDED' | 'FILE_REMOVED'>,
  name: string,
): Promise<void> {
  await writeAsUser(parts.pool, userId, (client) =>
    logAccess(client, userId, action, 'settings', nameText(name), parts.originOf(request)),
  );
}
