/** The README as tests read it: the walk that its reader does, and its blocks of commands. */
import { readFileSync } from 'node:fs';

export const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

export interface Figures {
  readonly gain: number;
  readonly tax: number;
}

/** What the README has its reader do, and the figures it promises before and after the correction. */
export interface Story {
  readonly facts: string;
  readonly before: Figures;
  readonly after: Figures;
  readonly overriddenEuroValue: number;
}

/** The story of the README; throws when its text has lost a part of it. */
export function readStory(): Story {
  const [, facts = ''] = /<<'EOF'\n(.*?)EOF\n/s.exec(README) ?? [];
  const promised = [...README.matchAll(/gain ([\d,]+), tax ([\d,]+)/g)].map(([, gain = '', tax = '']) => ({
    gain: Number(gain.replaceAll(',', '')),
    tax: Number(tax.replaceAll(',', '')),
  }));
  const [before, after] = promised;
  const [, value] = /\\"overriddenEuroValue\\":(\d+)/.exec(README) ?? [];
  if (facts === '' || before === undefined || after === undefined || value === undefined)
    throw new Error('the README does not tell its story as this test reads it');
  return { facts, before, after, overriddenEuroValue: Number(value) };
}

/** The commands of a section, up to the next heading. */
export function commandsOf(heading: string): string {
  const [, section = ''] = README.split(new RegExp(`^## ${heading}\\n`, 'm'));
  const [text = ''] = section.split(/^## /m);
  const commands = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block).join('');
  if (commands === '') throw new Error(`the README has no commands below "${heading}"`);
  return commands;
}
