/** Texts that only the pages of the account show, one table per language. */
import { inLanguages, type WithTexts } from '../../../ui/texts/in-languages.ts';
import { enApps } from './en-apps.ts';
import { enConnect } from './en-connect.ts';
import { enInvitation } from './en-invitation.ts';
import { enOverview } from './en-overview.ts';
import { enPasswords } from './en-passwords.ts';
import { enTokens } from './en-tokens.ts';
import { frApps } from './fr-apps.ts';
import { frConnect } from './fr-connect.ts';
import { frInvitation } from './fr-invitation.ts';
import { frOverview } from './fr-overview.ts';
import { frPasswords } from './fr-passwords.ts';
import { frTokens } from './fr-tokens.ts';
import { nlApps } from './nl-apps.ts';
import { nlConnect } from './nl-connect.ts';
import { nlInvitation } from './nl-invitation.ts';
import { nlOverview } from './nl-overview.ts';
import { nlPasswords } from './nl-passwords.ts';
import { nlTokens } from './nl-tokens.ts';

const ENGLISH = { ...enApps, ...enConnect, ...enInvitation, ...enOverview, ...enPasswords, ...enTokens };

/** The table of one language. */
export type AccountTexts = WithTexts<typeof ENGLISH>;

export const ACCOUNT_TEXTS = inLanguages<AccountTexts>({
  en: ENGLISH,
  nl: { ...nlApps, ...nlConnect, ...nlInvitation, ...nlOverview, ...nlPasswords, ...nlTokens },
  fr: { ...frApps, ...frConnect, ...frInvitation, ...frOverview, ...frPasswords, ...frTokens },
});
