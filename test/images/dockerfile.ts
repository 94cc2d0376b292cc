/** Parses the Dockerfile and .dockerignore. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const TARGETS = ['gateway', 'read', 'corrections', 'recalc', 'tools'] as const;
export type Target = (typeof TARGETS)[number];

export interface Instruction {
  readonly keyword: string;
  readonly text: string;
}

export interface Stage {
  readonly name: string;
  readonly from: string;
  readonly instructions: readonly Instruction[];
}

export interface Dockerfile {
  /** Instructions before the first stage. */
  readonly head: readonly Instruction[];
  readonly stages: readonly Stage[];
}

/** Parses a Dockerfile. Drops comments and joins continued lines. */
function parseDockerfile(text: string): Dockerfile {
  const lines = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const head: Instruction[] = [];
  const stages: { name: string; from: string; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [, keyword = '', rest = ''] = /^(\S+)\s+(\S.*)$/.exec(line) ?? [];
    const [, from = '', name = ''] = /^(\S+) AS (\S+)$/.exec(rest) ?? [];
    if (keyword === 'FROM') stages.push({ name, from, instructions: [] });
    else (stages.at(-1)?.instructions ?? head).push({ keyword, text: rest });
  }
  return { head, stages };
}

export const dockerfile = (): Dockerfile => parseDockerfile(readFileSync(`${ROOT}/Dockerfile`, 'utf8'));

/** Returns the instructions of a stage and its base stages, base first. */
export function wholeStage({ stages }: Dockerfile, name: string): Instruction[] {
  const stage = stages.find((one) => one.name === name);
  return stage === undefined ? [] : [...wholeStage({ head: [], stages }, stage.from), ...stage.instructions];
}

/** Returns the default of a build argument. */
export function argument(instructions: readonly Instruction[], name: string): string | undefined {
  const found = instructions.find(({ keyword, text }) => keyword === 'ARG' && text.startsWith(`${name}=`));
  return found?.text.slice(name.length + 1);
}

/** Whether the builder gets a path. The last line of .dockerignore that matches the path or a parent folder decides. */
export function isSentToBuilder(ignore: string, path: string): boolean {
  const rules = ignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  let isSent = true;
  for (const rule of rules) {
    const isException = rule.startsWith('!');
    if (patternOf(isException ? rule.slice(1) : rule).test(path)) isSent = isException;
  }
  return isSent;
}

function patternOf(rule: string): RegExp {
  const source = rule
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'));
  return new RegExp(`^${source}(?:/|$)`);
}
