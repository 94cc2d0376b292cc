/** The values of the form for a new token, checked. */
import { LIMITS } from '@ctx/domain/limits';
import type { Scope } from '@ctx/domain/vocabulary';
import {
  CREDENTIAL_NAME_CHARACTERS_MAX as NAME_CHARACTERS_MAX,
  hasHiddenCharacters,
} from '../../identity/credential-name.ts';
import { isReservedName } from '../../identity/reserved-name.ts';
import type { Fault } from '../../ui/components.ts';
import type { AccountTexts } from './texts/texts.ts';
import { parseTokenEnd } from './token-end.ts';
import type { TokenForm } from './token-form.ts';

type ParsedTokenForm =
  | { readonly name: string; readonly scopes: readonly Scope[]; readonly expiresAt: string | null }
  | { readonly faults: readonly Fault[] };

/** Returns what the form for a new token asks for, or what is wrong with it. */
export function parseToken(
  { name, scope, ...chosen }: TokenForm,
  { tokens: texts, tokenEnds }: AccountTexts,
  nowMs = Date.now(),
): ParsedTokenForm {
  const faults: Fault[] = [];
  if (name === '') faults.push({ field: 'name', text: texts.nameMissing });
  else if (hasHiddenCharacters(name)) faults.push({ field: 'name', text: texts.nameHidden });
  else if (isReservedName(name)) faults.push({ field: 'name', text: texts.nameReserved });
  else if ([...name].length > NAME_CHARACTERS_MAX)
    faults.push({ field: 'name', text: texts.nameTooLong.replace('{max}', String(NAME_CHARACTERS_MAX)) });
  if (scope !== 'read' && scope !== 'write') faults.push({ field: 'scope', text: texts.scopeMissing });
  const end = parseTokenEnd(chosen, nowMs);
  if ('fault' in end) {
    const text = end.field === 'ends' ? tokenEnds.missing : texts[end.fault];
    faults.push({ field: end.field, text: text.replace('{year}', String(LIMITS.yearMax)) });
  }
  if (faults.length > 0 || 'fault' in end) return { faults };
  return { name, scopes: scope === 'write' ? ['read', 'write'] : ['read'], expiresAt: end.endsAt };
}
