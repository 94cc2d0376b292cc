/** The rule for names of tokens and passkeys, which a person must be able to recognise in lists, logs and pages. */
import { cleanText } from '@ctx/domain/third-party-text';

export const CREDENTIAL_NAME_CHARACTERS_MAX = 100;

// Telephones write these within emoji, where nobody sees them: joiners and variation selectors.
const WITHIN_EMOJI = /\u200c|\u200d|\ufe0e|\ufe0f/gu;

/** Returns a name as it is stored: trimmed, and without the joiners of emoji. One of which nothing is visible is empty. */
export function credentialName(given: string): string {
  const name = given.replace(WITHIN_EMOJI, '').trim();
  return cleanText(name).trim() === '' ? '' : name;
}

/** Returns whether a name has characters that hide, or change the direction of, what people read. */
export function hasHiddenCharacters(name: string): boolean {
  return cleanText(name) !== name;
}
