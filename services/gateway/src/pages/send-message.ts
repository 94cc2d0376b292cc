/** Sends pages with a single message in the language of the request. */
import type { Request, Response } from 'express';
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
  sendPage(response, status, namedMessagePage(languageOf(request), name, status, values));
}
