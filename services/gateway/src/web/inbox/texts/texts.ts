/** Texts that only the inbox shows, one table per language. */
import { inLanguages, type WithTexts } from '../../../ui/texts/in-languages.ts';
import { enDecisions } from './en-decisions.ts';
import { enInbox } from './en-inbox.ts';
import { frDecisions } from './fr-decisions.ts';
import { frInbox } from './fr-inbox.ts';
import { nlDecisions } from './nl-decisions.ts';
import { nlInbox } from './nl-inbox.ts';

const ENGLISH = { ...enDecisions, ...enInbox };

export const INBOX_TEXTS = inLanguages<WithTexts<typeof ENGLISH>>({
  en: ENGLISH,
  nl: { ...nlDecisions, ...nlInbox },
  fr: { ...frDecisions, ...frInbox },
});
