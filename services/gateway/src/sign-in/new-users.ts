/** Who gets a user at the first sign-in at the OpenID provider, by the claims of the person (ADR 69). */
import type { Plan } from '@ctx/domain/vocabulary';
import type { UserCreationRule } from '@ctx/platform/setting-types';

/** Returns the plan of the first rule that a person's claims match; null if none does. A claim with a list matches with one of its values. */
export function planOfNewUser(
  rules: readonly UserCreationRule[],
  claims: Readonly<Record<string, unknown>>,
): Plan | null {
  const matches = ({ claim, value }: UserCreationRule): boolean => {
    const given: unknown = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
    const values: readonly unknown[] = Array.isArray(given) ? given : [given];
    return values.some((each) => (typeof each === 'boolean' ? String(each) : each) === value);
  };
  return rules.find(matches)?.plan ?? null;
}
