import { execFileSync, spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { runCommand } from './fake-system.ts';

let bash: string;
let zsh: string;

beforeAll(async () => {
  bash = (await runCommand(['completion', 'bash'], {})).stdout;
  zsh = (await runCommand(['completion', 'zsh'], {})).stdout;
});

/** Returns what bash offers for the last of these words, by the function that the script registers for ctx. */
function offered(...words: readonly string[]): string[] {
  const script = `${bash}
    registered=($(complete -p ctx))
    COMP_WORDS=(ctx "$@"); COMP_CWORD=$#
    "\${registered[-2]}"; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const printed = execFileSync('bash', ['-uc', script, 'bash', ...words], { encoding: 'utf8' });
  return printed.split('\n').filter((line) => line !== '');
}

describe('ctx completion bash', () => {
  test('completes commands and subcommands', () => {
    expect(offered('us')).toEqual(['user']);
    expect(offered('')).toEqual(expect.arrayContaining(['user', 'import', 'summary', 'completion', 'help']));
    expect(offered('year', '')).toEqual(['freeze', 'unfreeze', 'regime', 'help']);
    expect(offered('completion', '')).toEqual(['bash', 'zsh']);
  });

  test('completes every option that the help of a command lists', async () => {
    const { stdout } = await runCommand(['user', 'create', '--help'], {});
    const options = [...stdout.matchAll(/^ +(?:-\w, )?(--[a-z-]+)/gm)].map(([, option]) => option);
    expect(options).toContain('--email');
    expect(offered('user', 'create', '--').sort()).toEqual(options.sort());
  });

  test('completes the values of an option, also after other options', () => {
    expect(offered('user', 'create', '--email', 'a@example.org', '--plan', '')).toEqual(['pro', 'free']);
    expect(offered('year', 'regime', '--regime', 'SPEC')).toEqual(['SPECULATIEF']);
    expect(offered('issues', '--severity', '')).toEqual(['HIGH', 'MEDIUM', 'LOW']);
  });

  test('offers nothing of its own, so that bash completes files, where a file or any text may follow', () => {
    expect(offered('import', 'fac')).toEqual([]);
    expect(offered('import', '--')).toContain('--wait');
    expect(offered('user', 'export', '--out', '')).toEqual([]);
  });

  test('does not take the value of an option for a command', () => {
    expect(offered('token', 'create', '--name', 'user', '--sc')).toEqual(['--scope']);
  });
});

test('ctx completion zsh offers the same words', () => {
  const words = (script: string): string[] => [...script.matchAll(/^ {4}'.*;;$/gm)].map(([line]) => line);
  expect(words(zsh).length).toBeGreaterThan(40);
  expect(words(zsh)).toEqual(words(bash));
});

/** Returns what zsh offers for the last of these words; `files` where it completes files. */
function offeredByZsh(...words: readonly string[]): string {
  const stubs = `compdef() { : }; compadd() { shift; print -r -- $@ }; _files() { print files }`;
  const script = `${stubs}; ${zsh}
    words=(ctx "$@"); CURRENT=$#words; _ctx`;
  return spawnSync('zsh', ['-fuc', script, 'zsh', ...words], { encoding: 'utf8' }).stdout.trim();
}

const hasZsh = spawnSync('zsh', ['--version']).status === 0;
(hasZsh ? test : test.skip)('ctx completion zsh is valid zsh', () => {
  expect(spawnSync('zsh', ['-n'], { input: zsh, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
});

(hasZsh ? test : test.skip)(
  'ctx completion zsh completes in zsh what the script for bash does in bash',
  () => {
    expect(offeredByZsh('completion', '')).toBe('bash zsh');
    expect(offeredByZsh('user', 'create', '--email', 'a@example.org', '--plan', '')).toBe('pro free');
    expect(offeredByZsh('user', 'delete', '--')).toContain('--yes');
    expect(offeredByZsh('import', 'fac')).toBe('files');
  },
);

test('ctx completion rejects any other shell', async () => {
  expect(await runCommand(['completion', 'fish'], {})).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('Allowed choices are bash, zsh'),
  });
});
