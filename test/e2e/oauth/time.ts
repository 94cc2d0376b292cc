/** Lets time pass in tests: moves every stored instant back, so that all clocks agree on what has expired. */
import type { TestStack } from '../stack.ts';
import { query } from './visitor.ts';

const MOMENTS = `
  SELECT format('UPDATE identity.%I SET %s', table_name,
    string_agg(format('%1$I = %1$I - $1::interval', column_name), ', ')) AS statement
  FROM information_schema.columns
  WHERE table_schema = 'identity' AND data_type = 'timestamp with time zone'
    AND table_name IN ('connections', 'oauth_rows', 'sessions', 'sign_in_failures', 'tokens', 'request_counts')
    AND is_generated = 'NEVER'
  GROUP BY table_name`;

/** Moves the Unix seconds in the payloads of the OAuth rows back. */
const PAYLOADS = `
  UPDATE identity.oauth_rows SET payload = payload
    || CASE WHEN payload ? 'exp' THEN jsonb_build_object('exp', (payload ->> 'exp')::bigint - $1) ELSE '{}' END
    || CASE WHEN payload ? 'iat' THEN jsonb_build_object('iat', (payload ->> 'iat')::bigint - $1) ELSE '{}' END
    || CASE WHEN payload ? 'iiat' THEN jsonb_build_object('iiat', (payload ->> 'iiat')::bigint - $1) ELSE '{}' END`;

/** Lets `seconds` pass for users, sessions, tokens and connections of a stack. */
export async function passTime(stack: TestStack, seconds: number): Promise<void> {
  for (const { statement } of await query(stack, MOMENTS))
    await query(stack, String(statement), [`${String(seconds)} seconds`]);
  await query(stack, PAYLOADS, [seconds]);
}
