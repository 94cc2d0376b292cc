/** What the pages that read files share: the calls to the service, and the access log. */
import { writeAsUser } from '@ctx/platform/postgres';
import { type AccessAction, logAccess } from '../../identity/access-log.ts';
import { nameText } from '../../ui/components.ts';
import { messagePage } from '../../ui/message.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { RunningImport } from '../../answers/files/file-calls.ts';
import type { Reply, SignedInVisit } from '../visit/visit.ts';
import { FILES_TEXTS } from './texts/texts.ts';

/** Returns the caller of a visit. */
export function callerOf({ session: { userId }, requestId }: SignedInVisit): {
  userId: number;
  requestId: string;
} {
  return { userId, requestId };
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
