/** Expired access tokens and the limit of failed authentications of an address (decisions.md, Requests 6). */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createToken } from '../../../services/gateway/src/identity/auth/token.ts';
import { createUser, useStack } from '../kit.ts';
import { newToken } from '../stack.ts';
import { App, type Tokens } from './app.ts';
import { passTime } from './time.ts';
import { query, Visitor } from './visitor.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** More than the failed authentications that an address may have in a minute. */
const MANY = 35;

let userId: string;
let app: App;
let tokens: Tokens;
let users = 0;

const stack = useStack();
beforeEach(async () => {
  users += 1;
  ({ userId } = await createUser(stack));
  const visitor = new Visitor(stack);
  await visitor.signInAs(userId);
  app = await App.register(stack.ready().baseUrl);
  tokens = await app.connect(visitor);
});

/** Sends a token from an address that only this test uses. */
const send = (token: string) =>
  stack.get('/api/v1/years', token, { 'x-forwarded-for': `198.51.100.${String(users)}` });
const statusOf = async (token: string): Promise<number> => (await send(token)).status;

/** Sends unknown tokens until the address is over its limit, and returns the statuses. */
async function sendUnknown(count: number): Promise<number[]> {
  const seen: number[] = [];
  for (let index = 0; index < count; index += 1) seen.push(await statusOf(createToken('cto_')));
  return seen;
}

describe('An expired access token of a live connection', () => {
  it('gets the 401 that starts a refresh, however many come from one address, and uses up nothing of its failures', async () => {
    const expired = [tokens.access_token];
    while (expired.length < MANY)
      expired.push(String((await app.refresh(tokens.refresh_token)).body['access_token']));
    await passTime(stack, HOUR + 1);
    for (const token of expired) {
      const { status, headers } = await send(token);
      expect([status, headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining('invalid_token'),
      ]);
    }
    expect(await sendUnknown(31)).toEqual([...Array<number>(30).fill(401), 429]);
  });

  it('gets that 401 from an address over its limit too', async () => {
    await passTime(stack, HOUR + 1);
    expect((await sendUnknown(31)).at(-1)).toBe(429);
    expect(await statusOf(tokens.access_token)).toBe(401);
    const { body } = await app.refresh(tokens.refresh_token);
    expect(await statusOf(String(body['access_token']))).toBe(200);
  });

  it('is recognised as long as its connection lives, also after cleanup', async () => {
    await passTime(stack, 89 * DAY);
    await query(stack, "SELECT identity.clear_old('oauth_rows', 1000)");
    expect((await sendUnknown(31)).at(-1)).toBe(429);
    expect(await statusOf(tokens.access_token)).toBe(401);
  });

  it('is recognised for a day after its hour if the connection has a newer one', async () => {
    await passTime(stack, DAY);
    const second = (await app.refresh(tokens.refresh_token)).body as unknown as Tokens;
    await passTime(stack, 2 * HOUR);
    const third = (await app.refresh(second.refresh_token)).body as unknown as Tokens;
    await passTime(stack, 2 * HOUR);
    expect((await sendUnknown(31)).at(-1)).toBe(429);
    expect(await statusOf(tokens.access_token)).toBe(429);
    expect(await statusOf(second.access_token)).toBe(401);
    expect(await statusOf(third.access_token)).toBe(401);
  });
});

describe('A token counts as a failed authentication of its address', () => {
  const cases: Readonly<Record<string, () => Promise<string>>> = {
    'that is an expired access token of a revoked connection': async () => {
      await passTime(stack, HOUR + 1);
      await query(
        stack,
        `SELECT identity.revoke_grant(grant_hash, 'settings') FROM identity.connections WHERE user_id = $1`,
        [userId],
      );
      return tokens.access_token;
    },
    'that is an expired access token of a connection that was unused for 90 days': async () => {
      await passTime(stack, 91 * DAY);
      return tokens.access_token;
    },
    'that is a revoked access token of a live connection': async () => {
      await app.revoke(tokens.access_token);
      return tokens.access_token;
    },
    'that is an expired personal token': async () => {
      const token = await newToken(stack, userId);
      await query(
        stack,
        `UPDATE identity.tokens SET expires_at = now() - interval '1 s' WHERE user_id = $1`,
        [userId],
      );
      return token;
    },
    'that is unknown': () => Promise.resolve(createToken('cto_')),
    'that is malformed': () => Promise.resolve('cto_wrong'),
  };
  it.each(Object.keys(cases))('%s', async (name) => {
    const token = await cases[name]!();
    expect(await sendUnknown(29)).not.toContain(429);
    expect(await statusOf(token)).toBe(401);
    expect(await statusOf(token)).toBe(429);
  });
});
