/** Texts of sign-in and sign-out, one table per language. */
import { inLanguages, type WithTexts } from '../../../ui/texts/in-languages.ts';
import { enSignIn } from './en-sign-in.ts';
import { frSignIn } from './fr-sign-in.ts';
import { nlSignIn } from './nl-sign-in.ts';

/** The table of one language. */
export type SignInTexts = WithTexts<typeof enSignIn>;

export const SIGN_IN_TEXTS = inLanguages<SignInTexts>({
  en: enSignIn,
  nl: nlSignIn,
  fr: frSignIn,
});
