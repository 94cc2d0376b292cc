/** `npm run proto:breaking`: what a program of a platform was generated from keeps working. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BUF = join(ROOT, 'node_modules/.bin/buf');
const RELEASED = join(ROOT, 'proto/released.binpb');
const IDENTITY = 'proto/ctx/v1/identity.proto';

let scratch: string;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'ctx-proto-'));
  cpSync(join(ROOT, 'buf.yaml'), join(scratch, 'buf.yaml'));
  cpSync(join(ROOT, 'proto/ctx'), join(scratch, 'proto/ctx'), { recursive: true });
});
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

/** Returns what the check prints for a changed file. */
function faultsAfter(change: (text: string) => string): string {
  const file = join(scratch, IDENTITY);
  const before = readFileSync(file, 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(file, after);
  const { stdout, stderr } = spawnSync(BUF, ['breaking', '--against', RELEASED], {
    cwd: scratch,
    encoding: 'utf8',
  });
  writeFileSync(file, before);
  return stdout + stderr;
}

describe('the messages of the services', () => {
  it('break nothing of the last release', () => {
    execFileSync(BUF, ['breaking', '--against', RELEASED], { cwd: ROOT, stdio: 'pipe' });
  });

  it.each([
    ['removed', '', 'was deleted'],
    ['renamed', 'string mail = 1;', 'changed name from "email" to "mail"'],
    ['given another type', 'bytes email = 1;', 'changed type from "string" to "bytes"'],
  ])('are rejected if a field is %s', (_change, field, fault) => {
    const message = 'message CreateUserRequest {\n  ';
    const found = faultsAfter((text) => text.replace(`${message}string email = 1;`, `${message}${field}`));
    expect(found).toContain(fault);
  });

  it('may have new fields and rpcs', () => {
    const added = faultsAfter((text) =>
      text
        .replace('message Token {', 'message Token {\n  string added = 99;')
        .replace(
          /service IdentityService \{/,
          'service IdentityService {\n  rpc Added(Token) returns (Token);',
        ),
    );
    expect(added).toBe('');
  });
});
