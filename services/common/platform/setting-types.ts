/** Kinds of settings: how their text is checked, and what it becomes. */
import { type Plan, PLANS } from '@ctx/domain/vocabulary';
import { z } from 'zod';
import { faultOfKeys, type OperatorKey, parseOperatorKey } from './operator-keys.ts';
import { faultOfAttribute } from './setting-faults.ts';

export const address = () =>
  z
    .string()
    .regex(/^[^\s:]+:\d{1,5}$|^\[[0-9a-fA-F:]+\]:\d{1,5}$/, 'must be HOST:PORT, for example 0.0.0.0:9090');
export const postgresUrl = () => z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address');
export const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** A comma-separated list. `fault` returns the error message of an entry, or null. */
export const list = (fault: (entry: string) => string | null) =>
  z
    .string()
    .default('')
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .transform((entries) => entries.filter((entry) => entry !== ''))
    .superRefine((entries, context) => {
      for (const entry of entries) {
        const message = fault(entry);
        if (message !== null) context.addIssue(`${JSON.stringify(entry)} ${message}`);
      }
    });

/** Comma-separated `key=value`, as OpenTelemetry writes attributes of a resource: percent-encoded. */
export const attributes = () =>
  list(faultOfAttribute).transform((entries) =>
    Object.fromEntries(
      entries.map((entry) => {
        const [key = '', ...value] = entry.split('=');
        return [key.trim(), decodeURIComponent(value.join('=').trim())];
      }),
    ),
  );

/** A text that is checked like an entry of a list. */
export const one = (fault: (text: string) => string | null) =>
  z.string().superRefine((text, context) => {
    const message = fault(text);
    if (message !== null) context.addIssue(message);
  });

/** Comma-separated secrets, at least one; the first one signs. Spaces are ignored. */
export const keys = () =>
  z
    .string()
    .transform(
      (text) => text.split(',').map((entry) => Buffer.from(entry.trim(), 'base64')) as [Buffer, ...Buffer[]],
    )
    .refine(
      (secrets) => secrets.every(({ length }) => length >= 32),
      'must be base64 of at least 32 random bytes each',
    );

/** Lets a first sign-in create the user: people whose claim has the value get the plan. */
export interface UserCreationRule {
  readonly plan: Plan;
  readonly claim: string;
  readonly value: string;
}

const CREATION_RULE = new RegExp(`^(?:(${PLANS.join('|')}):)?([^\\s=]{1,200})=(.{1,200})$`);

/** Comma-separated `CLAIM=VALUE` or `PLAN:CLAIM=VALUE`. Without a plan it is free. */
export const userCreationRules = () =>
  list((entry) =>
    CREATION_RULE.test(entry) ? null : 'is not CLAIM=VALUE or PLAN:CLAIM=VALUE, such as pro:groups=tax',
  ).transform((entries) =>
    entries.map((entry): UserCreationRule => {
      const [, plan = 'free', claim = '', value = ''] = CREATION_RULE.exec(entry) ?? [];
      return { plan: plan as Plan, claim, value };
    }),
  );

/** The operator's public keys, comma-separated. */
export const operatorKeys = () =>
  list((entry) => {
    const key = parseOperatorKey(entry);
    return 'fault' in key ? key.fault : null;
  })
    .transform((entries) =>
      entries.map(parseOperatorKey).filter((key): key is OperatorKey => !('fault' in key)),
    )
    .superRefine((keys, context) => {
      const fault = faultOfKeys(keys);
      if (fault !== null) context.addIssue(fault);
    });

export function faultOfHost(entry: string): string | null {
  const isHost =
    URL.canParse(`https://${entry}`) && new URL(`https://${entry}`).host === entry && !entry.includes('*');
  return isHost ? null : 'is not a host, such as app.example.org';
}

export function faultOfName(entry: string): string | null {
  return /^[\w-]+(\.[\w-]+)*$/.test(entry) ? null : 'is not a DNS name, such as tax-crypto-tax-read';
}
