/** Pages that say one thing, sent in the language of whoever asks. */
import type { Request, Response } from 'express';
import { sendPage } from './headers.ts';
import { languageOf } from './language.ts';
import { type MessageName, namedMessagePage } from './message.ts';

/** Answers with a message of the table of texts; `values` fill in its `{names}`. */
export function sendMessage(
  request: Request,
  response: Response,
  name: MessageName,
  status: number,
  values: Readonly<Record<string, string>> = {},
): void {
  sendPage(response, status, namedMessagePage(languageOf(request), name, status, values));
}
