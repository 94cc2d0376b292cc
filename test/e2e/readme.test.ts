/** The commands of README.md, run by a shell as they are written, except for the port. A demo user exists before the reader's own user. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installTools } from '../../tools/install.ts';
import { commandsOf, type Figures, README, readStory } from '../readme.ts';
import { newDataDir, newToken, newUser, startTestStack, type TestStack } from './stack.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TOOLS = join(ROOT, 'tools');
const STORY = readStory();
let stack: TestStack;
/** A folder that looks like a checkout to npx and the commands, in which they may leave files. */
let checkout: string;

beforeAll(async () => {
  // Adds the demo user and another one, so that the reader's own user has neither the first nor the second id.
  stack = await startTestStack([], newDataDir());
  await newUser(stack, 'other@example.org');
  checkout = mkdtempSync(join(tmpdir(), 'ctx-readme-'));
  for (const name of ['node_modules', 'package.json', 'services', 'docs'])
    symlinkSync(join(ROOT, name), join(checkout, name));
  symlinkSync(stack.dataDir, join(checkout, '.data'));
});
afterAll(async () => {
  rmSync(checkout, { recursive: true, force: true });
  await stack.remove();
});

async function shell(commands: string, folder = checkout): Promise<string> {
  const script = commands.replaceAll('http://localhost:8080', stack.ready().baseUrl);
  const options = { cwd: folder, env: { ...process.env, DATA_DIR: stack.dataDir } };
  return (await promisify(execFile)('bash', ['-eu', '-o', 'pipefail', '-c', script], options)).stdout;
}

const SUMMARY = 'api /years/2026/summary';

/** The figures of the year summaries that a script printed, in order. */
function figuresIn(output: string): Figures[] {
  const exact = (name: string): number[] =>
    [...output.matchAll(new RegExp(`"${name}":\\{[^}]*"exact":([\\d.]+)`, 'g'))].map(([, value]) =>
      Number(value),
    );
  const taxes = exact('totalTax');
  return exact('totalCapitalGains').map((gain, index) => ({ gain, tax: taxes[index] ?? NaN }));
}

describe('the commands of the README', () => {
  it('import facts, correct one, export and erase the user, for any user id', async () => {
    const [facts, correction, person] = ['Your own facts', 'A correction', "One person's data"].map(
      commandsOf,
    );
    const [api = '', ...rest] = correction!.split('\n');
    const commands = [facts, api, SUMMARY, ...rest, SUMMARY, person, 'echo "USER $USER_ID"'];
    const output = await shell(commands.join('\n'));
    expect(figuresIn(output)).toEqual([STORY.before, STORY.after, STORY.before]);
    expect(output).toContain('"preview":{"years":[{"year":2026,');
    expect(output).toContain('"method":"HISTORIC"');
    const [, userId] = /^USER (\d+)$/m.exec(output) ?? [];
    expect(Number(userId)).toBeGreaterThan(2);
    expect(readFileSync(join(checkout, 'person.jsonl'), 'utf8')).toMatch(/\{"kind":"end","lines":\d+\}\n$/);
    expect(output).toContain(`{"userId":${userId!},"rows":`);
  });

  it('bring prices that are missing, and show a row that is missing', async () => {
    const user = (await stack.ctx(['user', 'create', '--email', 'prices@example.org', '--plan', 'pro']))[
      'userId'
    ];
    const commands = [`USER_ID=${String(user)}`, `TOKEN=${await newToken(stack, String(user))}`];
    const output = await shell([...commands, commandsOf('Prices that are missing')].join('\n'));
    expect(output).toContain('"summary":"14 of 41 events have no value yet: this figure will change.');
    expect(output).toContain('"asset":"FLR","day":"2025-05-03"');
    expect(figuresIn(output).map(({ gain }) => gain)).toEqual([339.77, 331.32]);
    expect([...output.matchAll(/"withoutValue":(\d+),"sales/g)].map(([, count]) => count)).toEqual([
      '14',
      '0',
    ]);
    expect(output).toContain('"asset":"BTC","afterLine":4,"line":8,');
    expect(output).toContain('"difference":"-0.00501"');
  });

  it('call a tool with the installed version of the inspector', async () => {
    installTools();
    const { dependencies } = JSON.parse(readFileSync(join(TOOLS, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    expect(README).toContain(
      `@modelcontextprotocol/inspector@${dependencies['@modelcontextprotocol/inspector']!} `,
    );
    const [token = ''] = /^TOKEN=\$\(node.*$/m.exec(README) ?? [];
    const asDemoUser = token.replace('./.data', stack.dataDir);
    const output = await shell(`${asDemoUser}\n${commandsOf('An assistant')}`, TOOLS);
    expect(JSON.parse(output)).toMatchObject({ structuredContent: { years: expect.any(Array) } });
  });
});
