/** The request for a page, with what its handler needs, and the reply. */
import type { IncomingMessage } from 'node:http';
import { UUID } from '@ctx/domain/uuid';
import type { Logger } from '@ctx/platform/log';
import type { Pool } from '@ctx/platform/postgres';
import type { Request, Response } from 'express';
import type { RejectionSettings } from '../../http/rejections.ts';
import { locals } from '../../http/steps.ts';
import type { AccessOrigin } from '../../identity/access-origin.ts';
import type { Documents } from '../../reports/documents.ts';
import type { ExternalSignIn } from '../../sign-in/external.ts';
import type { KeptForms } from '../../sign-in/kept-forms.ts';
import type { Passkeys } from '../../sign-in/passkeys.ts';
import type { Invitations } from '../../sign-in/invitations.ts';
import type { SiteCookie } from '../../sign-in/secret-cookie.ts';
import type { Session, Sessions } from '../../sign-in/sessions.ts';
import type { SignIn } from '../../sign-in/sign-in.ts';
import type { PostedFile } from '../../ui/file-form.ts';
import type { Form } from '../../ui/form.ts';
import type { Language } from '../../ui/language.ts';
import type { OperatorLinks } from '../../ui/operator.ts';
import { type MessageName, namedMessagePage } from '../../ui/message.ts';
import type { PagesBackends } from '../backends/backends.ts';

/** What the pages are built from. */
export interface PagesParts extends Omit<PagesBackends, 'close'> {
  readonly sessions: Sessions;
  readonly keptForms: KeptForms;
  readonly signIn: SignIn;
  readonly invitations: Invitations;
  /** Cookie of browsers in which some user has signed in before. */
  readonly browserCookie: SiteCookie;
  readonly passkeys: Passkeys;
  /** The platform's OpenID provider, which replaces passwords; null without one. */
  readonly external: ExternalSignIn | null;
  /** Pool with the role of the gateway. */
  readonly pool: Pool;
  /** Limits how many whole documents are prepared at the same time. */
  readonly documents: Documents;
  /** Returns the client address of a request, for rate limits. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Returns the browser and network of a request, for the access log. */
  readonly originOf: (request: IncomingMessage) => AccessOrigin;
  readonly settings: RejectionSettings;
  readonly operator: OperatorLinks;
  /** Who submits a year: the operator alone, or the user too. */
  readonly yearSubmission: 'operator' | 'user';
  readonly log: Logger;
}

/** One request for a page. */
export interface Visit {
  readonly parts: PagesParts;
  readonly request: Request;
  readonly response: Response;
  readonly requestId: string;
  readonly language: Language;
}

/** A request for a page by a signed-in user. */
export interface SignedInVisit extends Visit {
  readonly session: Session;
}

/** The form of a request, checked to come from our own page in this browser. */
export interface PostedForm {
  readonly form: Form;
  /** On pages that receive a file; null where none was chosen. */
  readonly file?: PostedFile | null;
  /** All files, on pages that receive several. */
  readonly files?: readonly PostedFile[];
  /** The file that describes the columns of the other. */
  readonly mapping?: PostedFile | null;
}

/** A page, or a redirect; `SENT` if the handler has sent the response itself. */
export type Reply =
  | {
      readonly status: number;
      readonly page: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly seeOther: string }
  | 'SENT';

/** Returns the text for the value of `?done=`, which names what the user has just done. Null without a known value. */
export function doneText({ request }: Visit, known: Readonly<Record<string, string>>): string | null {
  const { done } = request.query;
  return typeof done === 'string' && Object.hasOwn(known, done) ? (known[done] ?? null) : null;
}

/** Returns a parameter of an address, trimmed; empty for one that is missing or given twice. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** Returns the UUID in the address of a page, or null if it is not valid. */
export function idOf({ request }: Visit): string | null {
  const { id } = request.params;
  return typeof id === 'string' && UUID.test(id) ? id : null;
}

/** Returns a result, or null if the service that it comes from is down: the page then says so and shows the rest. */
export async function nullIfDown<Result>(
  { parts, requestId }: SignedInVisit,
  result: Promise<Result>,
): Promise<Result | null> {
  try {
    return await result;
  } catch (error) {
    parts.log.warn({ err: error, requestId }, 'a section of a page could not be loaded');
    return null;
  }
}

/** Returns the reply for a page that does not exist, or whose object is not the user's. */
export function notFound(visit: Visit): Reply {
  return messageReply(visit, 'notFound', 404);
}

/** Returns the reply with a message from the table of texts. `values` replace its `{names}`. */
export function messageReply(
  { language, response }: Visit,
  name: MessageName,
  status: number,
  values: Readonly<Record<string, string>> = {},
): Extract<Reply, { readonly page: string }> {
  const { visitor = null } = locals(response);
  return { status, page: namedMessagePage({ language, visitor }, name, status, values) };
}

/** Returns whether the user signs in with a password, and not at the platform's provider. */
export function hasPassword({ parts, session }: SignedInVisit): boolean {
  return session.hasPassword && parts.external === null;
}
