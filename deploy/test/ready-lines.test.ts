import { expect, test } from '@jest/globals';
import { readyLines } from '../stack/ready-lines.ts';

const URL = 'http://127.0.0.1:8080';
const DEMO = {
  userId: 1,
  tokens: { read: 'ctx_read', write: 'ctx_write' },
  email: 'demo@example.org',
  password: 'secret',
};

test('npm start prints each address, each token and a working command on a line of its own', () => {
  expect(readyLines(URL, DEMO, true)).toEqual([
    '',
    'ready: http://127.0.0.1:8080',
    '  pages:     http://127.0.0.1:8080/',
    '  API docs:  http://127.0.0.1:8080/docs',
    '  REST API:  http://127.0.0.1:8080/api/v1',
    '  MCP:       http://127.0.0.1:8080/mcp/x/insight',
    '',
    'demo user: 1',
    '  read token:  ctx_read',
    '  write token: ctx_write',
    '  sign in at http://127.0.0.1:8080/settings as demo@example.org with password secret',
    '',
    "  curl -H 'Authorization: Bearer ctx_read' http://127.0.0.1:8080/api/v1/years",
    '',
  ]);
});

test('npm start prints no password when people sign in at an OpenID provider', () => {
  expect(readyLines(URL, DEMO, false).join()).not.toContain('password');
});

test('npm start says how to get a token when those of the demo user are not stored', () => {
  const lines = readyLines(URL, { userId: 7, tokens: null }, true);
  expect(lines.slice(-3)).toEqual([
    'demo user: 7',
    '  its tokens are not stored in this DATA_DIR (create one with: npx --no -- ctx token create)',
    '',
  ]);
  expect(lines.join()).not.toContain('null');
});

test('npm start prints addresses, and how to load the exchange rates, without a demo user', () => {
  const lines = readyLines(URL, null, true).filter((line) => line !== '');
  expect(lines).toHaveLength(6);
  expect(lines.at(-1)).toContain('npx --no -- ctx prices import --shared --bundled');
});
