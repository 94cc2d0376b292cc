/** What a page of the product is asked with, and what it answers. */
import type { IncomingMessage } from 'node:http';
import type { Logger } from '@ctx/common/platform/log';
import type { Pool } from '@ctx/common/platform/postgres';
import type { Request, Response } from 'express';
import type { RefusalSettings } from '../bodies/refusals.ts';
import type { AccessOrigin } from '../identity/access-origin.ts';
import type { Form } from '../pages/form.ts';
import type { Language } from '../pages/language.ts';
import { namedMessagePage } from '../pages/message.ts';
import type { LoggedCorrection } from '../pages/log-entry.ts';
import type { YearView } from '../pages/overview.ts';
import type { Texts } from '../pages/texts/texts.ts';
import type { ExternalSignIn } from '../sign-in/external.ts';
import type { SiteCookie } from '../sign-in/secret-cookie.ts';
import type { Passkeys } from '../sign-in/passkeys.ts';
import type { Session, Sessions } from '../sign-in/sessions.ts';
import type { SignIn } from '../sign-in/sign-in.ts';

export interface PagesParts {
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  /** Of browsers in which somebody has signed in before. */
  readonly browserCookie: SiteCookie;
  readonly passkeys: Passkeys;
  /** The platform's own provider, in place of passwords. */
  readonly external: ExternalSignIn | null;
  /** As the gateway's role. */
  readonly pool: Pool;
  /** The log of corrections of a user, newest first; entries before `beforeId` where that is not 0. */
  readonly listCorrections: (
    asking: { readonly userId: number; readonly requestId: string },
    page: { readonly limit: number; readonly beforeId: number },
  ) => Promise<readonly LoggedCorrection[]>;
  /** The years of a user. */
  readonly listYears: (asking: {
    readonly session: Session;
    readonly requestId: string;
  }) => Promise<readonly YearView[]>;
  /** The address a request counts against. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Where a request comes from, for the log of access. */
  readonly originOf: (request: IncomingMessage) => AccessOrigin;
  readonly settings: RefusalSettings;
  readonly log: Logger;
}

/** One request for a page. */
export interface Visit {
  readonly parts: PagesParts;
  readonly request: Request;
  readonly response: Response;
  readonly requestId: string;
  readonly language: Language;
  readonly texts: Texts;
}

/** One by somebody who is signed in. */
export interface SignedInVisit extends Visit {
  readonly session: Session;
}

/** One that posts a form, which was this browser's own. */
export interface Posted {
  readonly form: Form;
}

/** A page, or where to go on; `SENT` where the handler answered itself. */
export type Reply =
  | {
      readonly status: number;
      readonly page: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly seeOther: string }
  | 'SENT';

/** What `?done=` may say was just done, as a text of the language. */
export type Done = (texts: Texts) => string;

/** The text of what was just done; null for nothing, and for what nobody does. */
export function doneText({ request, texts }: Visit, known: Readonly<Record<string, Done>>): string | null {
  const { done } = request.query;
  return typeof done === 'string' && Object.hasOwn(known, done) ? (known[done]?.(texts) ?? null) : null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id in the address of a page; null for what is none. */
export function idOf({ request }: Visit): string | null {
  const { id } = request.params;
  return typeof id === 'string' && UUID.test(id) ? id : null;
}

/** There is no such page, or what it is about is not theirs. */
export function notFound({ language }: Visit): Reply {
  return { status: 404, page: namedMessagePage(language, 'notFound', 404) };
}

/** Whether the person signs in here with a password, and not at the platform's own provider. */
export function hasPassword({ parts, session }: SignedInVisit): boolean {
  return session.hasPassword && parts.external === null;
}
