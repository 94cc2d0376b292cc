/** The export of one user's data: complete, without secrets, and with facts that can be imported again. */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { EXPORTED_KINDS } from '@ctx/domain/exported-kinds';
import { newPerson, type Person } from '../isolation/people.ts';
import { App } from '../oauth/app.ts';
import { Visitor } from '../oauth/visitor.ts';
import { readableOf, readOut, withoutMoments } from '../read-out.ts';
import { createUser, useStack } from '../kit.ts';
import { importLines, newToken } from '../stack.ts';
import { Tables } from './tables.ts';

const CTX = fileURLToPath(new URL('../../../deploy/ctx/main.ts', import.meta.url));
const FACTS = ['account', 'event', 'money', 'price', 'position', 'note', 'attachment'];

let person: Person;
let file: string;
let printed: Record<string, unknown>;
let lines: Record<string, unknown>[];
let appTokens: readonly string[];

const stack = useStack();

beforeAll(async () => {
  person = await newPerson(stack, 'A');
  const { userId } = person;
  await stack.ctx(['user', 'set', '--user', userId, '--password', 'vier woorden die niemand raadt']);
  const visitor = new Visitor(stack);
  await visitor.signInAs(userId);
  const app = await App.register(stack.ready().baseUrl);
  const { access_token: access, refresh_token: refresh } = await app.connect(visitor);
  appTokens = [access, refresh];
  const tables = await Tables.open(stack);
  await tables.query(
    `INSERT INTO identity.external_logins (issuer, subject, user_id) VALUES ('https://id.example.org', 'anna', $1)`,
    [userId],
  );
  await tables.query(
    `INSERT INTO identity.passkeys (user_id, credential_id, public_key, sign_count, transports, name)
     VALUES ($1, 'credential', 'public key', 0, '{usb}', 'laptop')`,
    [userId],
  );
  await tables.query(
    `INSERT INTO identity.recovery_codes (user_id, code_hash) VALUES ($1, sha256('recovery code'))`,
    [userId],
  );
  await tables.query(
    `INSERT INTO facts.notes (user_id, event_id, note_id, record, digest)
     VALUES ($1, gen_random_uuid(), 'n', '{"id":"n","note":"of an event that is gone"}', gen_random_uuid())`,
    [userId],
  );
  await tables.query(
    `INSERT INTO facts.attachments (user_id, event_id, attachment_id, record, digest)
     VALUES ($1, gen_random_uuid(), 'a', '{"id":"a"}', gen_random_uuid())`,
    [userId],
  );
  await tables.query(
    `INSERT INTO identity.uploads (user_id, token_id, secret_hash, name, content, expires_at, received_at)
     VALUES ($1::bigint, gen_random_uuid(), sha256($1::text::bytea), 'sent.csv', 'a file that waits', now() + interval '1 h', now())`,
    [userId],
  );
  await tables.addFile(userId, 'kraken.csv');
  await tables.addWebhook(userId);
  await tables.close();
  await stack.ctx(['year', 'freeze', '--user', userId, '--year', '2026']);
  file = join(stack.dataDir, 'person.jsonl');
  printed = await stack.ctx(['user', 'export', '--user', userId, '--out', file]);
  lines = linesOf(file);
});

function linesOf(path: string): Record<string, unknown>[] {
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('ctx user export', () => {
  it('writes the facts first, then every other kind of stored data, and the number of lines last', () => {
    const kinds = [...new Set(lines.map(({ kind }) => String(kind)))];
    expect(kinds.slice(0, FACTS.length)).toEqual(FACTS);
    expect(kinds.toSorted()).toEqual([...FACTS, ...EXPORTED_KINDS].toSorted());
    expect(lines.at(-1)).toEqual({ kind: 'end', lines: lines.length - 1 });
    expect(printed).toEqual({
      userId: Number(person.userId),
      file,
      lines: lines.length,
      bytes: statSync(file).size,
    });
  });

  it('makes the file readable for its owner only', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('contains no secrets: no tokens, no hashes of them, and no password in any form', async () => {
    const text = readFileSync(file, 'utf8');
    const tables = await Tables.open(stack);
    const hashes = await tables.query<{ hash: string }>(`
      SELECT encode(secret_hash, 'hex') AS hash FROM identity.tokens
      UNION SELECT encode(secret_hash, 'hex') FROM identity.sessions
      UNION SELECT encode(grant_hash, 'hex') FROM identity.connections
      UNION SELECT encode(code_hash, 'hex') FROM identity.recovery_codes
      UNION SELECT encode(id_hash, 'hex') FROM identity.oauth_rows`);
    await tables.close();
    expect(hashes.length).toBeGreaterThan(5);
    for (const { hash } of hashes) {
      expect(text).not.toContain(hash);
      expect(text).not.toContain(Buffer.from(hash, 'hex').toString('base64').slice(0, 40));
    }
    for (const secret of [person.token, ...appTokens, 'argon2', 'vier woorden'])
      expect(text).not.toContain(secret);
  });

  it('prints the same bytes to standard output without --out, if nothing has changed', () => {
    const output = execFileSync(process.execPath, [CTX, 'user', 'export', '--user', person.userId], {
      env: { ...process.env, DATA_DIR: stack.dataDir },
      encoding: 'utf8',
    });
    expect(output).toBe(readFileSync(file, 'utf8'));
  });

  it('is rejected for an unknown user, and for a file that cannot be written', async () => {
    expect(await stack.ctx(['user', 'export', '--user', '99999', '--out', file], true)).toMatchObject({
      error: { code: 'NOT_FOUND', message: 'there is no such user' },
    });
    const nowhere = join(stack.dataDir, 'no such folder', 'person.jsonl');
    expect(
      await stack.ctx(['user', 'export', '--user', person.userId, '--out', nowhere], true),
    ).toMatchObject({ error: { code: 'INVALID_FILE' } });
  });
});

describe('ctx import of an export', () => {
  it('for the same user changes nothing: every fact has every digit', async () => {
    expect(await stack.ctx(['import', '--user', person.userId, file])).toEqual({
      account: { added: 0, changed: 0, unchanged: 4, removed: 0 },
      event: { added: 0, changed: 0, unchanged: expect.any(Number), removed: 0 },
      money: { added: 0, changed: 0, unchanged: 2, removed: 0 },
      price: { added: 0, changed: 0, unchanged: 2, removed: 0 },
      position: { added: 0, changed: 0, unchanged: 1, removed: 0 },
      note: { added: 0, changed: 0, unchanged: 1, removed: 0 },
      attachment: { added: 0, changed: 0, unchanged: 1, removed: 0 },
      recalc: 'NOT_NEEDED',
    });
  });

  it('for a new user gives the same figures', async () => {
    const first = await createUser(stack, { beta: 'portfolio' });
    const second = await createUser(stack, { beta: 'portfolio' });
    // Imports facts only, because corrections stay with the user who made them.
    await importLines(stack, first.userId, lines.filter(isFact));
    const exported = join(stack.dataDir, 'first.jsonl');
    await stack.ctx(['user', 'export', '--user', first.userId, '--out', exported]);
    await stack.ctx(['import', '--user', second.userId, exported, '--wait']);
    const [ofFirst, ofSecond] = [await figures(first), await figures(second)];
    expect(ofFirst).toContain('"totalCapitalGains"');
    expect(ofSecond === ofFirst).toBe(true);
  });

  const isFact = ({ kind }: Record<string, unknown>): boolean => FACTS.includes(String(kind));

  /** Returns every figure that a user can read, with ids replaced by numbers in order of appearance. */
  async function figures({ userId, token }: { userId: string; token: string }): Promise<string> {
    const readable = { ...(await readableOf(stack, token)), eventIds: [] };
    const answers = await readOut(stack, await newToken(stack, userId), readable, userId);
    // A report lists lots of the same time by their ids, which differ.
    const isCompared = (path: string): boolean => !/\/(me|report\?.*)$/.test(path);
    const texts = [...answers].filter(([path]) => isCompared(path)).map(([, { text }]) => text);
    const names = new Map<string, string>();
    const anonymous = withoutMoments(texts.join('\n')).replaceAll(
      /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
      (id) => names.get(id) ?? names.set(id, `id-${String(names.size)}`).get(id) ?? '',
    );
    return anonymous.replaceAll(`"createdBy":${userId}`, '').replaceAll(`"uploadedBy":${userId}`, '');
  }
});
