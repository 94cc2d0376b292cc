/** Sends pages with a single message, in the language of the request and with the navigation of a signed-in user. */
import type { Request, Response } from 'express';
import { locals } from '../http/steps.ts';
import { sendPage } from './headers.ts';
import { languageOf } from './language.ts';
import { type MessageName, namedMessagePage } from './message.ts';

/** Sends a message from the table of texts. `values` replace its `{names}`. */
export function sendMessage(
  request: Request,
  response: Response,
  name: MessageName,
  status: number,
  values: Readonly<Record<string, string>> = {},
): void {
  const { visitor = null } = locals(response);
  const reader = { language: languageOf(request), visitor };
  sendPage(response, status, namedMessagePage(reader, name, status, values));
}
