import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { TOOLS } from '@ctx/contract/tools';

const SKILLS = new URL('../../skills/', import.meta.url);

describe('A skill for assistants', () => {
  it.each(readdirSync(SKILLS))(
    '%s has the name of its folder, a description that fits, and only tools that exist',
    (name) => {
      const text = readFileSync(new URL(`${name}/SKILL.md`, SKILLS), 'utf8');
      const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
      const fields = new Map(
        head.split('\n').map((line) => /^(\w+): (.*)$/.exec(line)!.slice(1) as [string, string]),
      );
      expect(fields.get('name')).toBe(name);
      // The limits of the format: agentskills.io/specification.
      expect(name.length).toBeLessThanOrEqual(64);
      expect(fields.get('description')!.length).toBeLessThanOrEqual(1024);
      const named = [...body.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, tool = '']) => tool);
      expect(named.length).toBeGreaterThan(10);
      expect(named.filter((tool) => !TOOLS.some((each) => each.name === tool))).toEqual([]);
    },
  );
});
