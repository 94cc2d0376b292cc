/** The tool list as an assistant sees it before the first call. */
import { describe, expect, it } from '@jest/globals';
import { EXAMPLES } from '@ctx/contract/examples';
import { operationOf, TOOLS, TOOLSETS } from '@ctx/contract/tools';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { toolsNamedIn } from '../e2e/mcp/tools-named-in.ts';
import { createToolbox } from '../../services/gateway/src/api/mcp/tools.ts';
import { INSTRUCTIONS, instructionsFor } from '../../services/gateway/src/api/mcp/server.ts';

const answers = { handlers: {}, close: () => undefined } as unknown as Parameters<typeof createToolbox>[0];
const toolbox = createToolbox(answers, undefined as never, { upgradeUrl: '' });
const all = toolbox.listFor(['read', 'write'], TOOLSETS);
const byDefault = toolbox.listFor(['read', 'write'], []);

const ajv = new Ajv2020({ strict: false });
formats.default(ajv, ['date-time', 'uuid', 'date']);
ajv.addFormat('int64', true);

describe('The tool list', () => {
  it('has 17 tools, 11 read and 6 write tools; a read-only connection does not see the write tools', () => {
    const read = toolbox.listFor(['read'], []).map(({ name }) => name);
    expect([read.length, byDefault.length]).toEqual([11, 17]);
    const hidden = byDefault
      .filter(({ name }) => !read.includes(name))
      .map(({ annotations }) => annotations?.readOnlyHint);
    expect(hidden).toEqual(Array(6).fill(false));
  });

  it('is the same at every request', () => {
    expect(toolbox.listFor(['read', 'write'], [])).toEqual(byDefault);
  });

  it('has at most 5,500 tokens at /mcp: its JSON length divided by 4', () => {
    expect(JSON.stringify(byDefault).length / 4).toBeLessThanOrEqual(5500);
  });

  it('has only the names and types of fields in output schemas, which most hosts never show to a model', () => {
    const more = all.flatMap(({ name, outputSchema = {} }) =>
      Object.values(outputSchema['properties'] as Record<string, object>)
        .filter((field) => Object.keys(field).join() !== 'type')
        .map(() => name),
    );
    expect(more).toEqual([]);
  });

  it('of a toolset starts with the tools that every client gets, and adds at most 700 tokens for each tool', () => {
    const added = all.slice(byDefault.length);
    expect(all.slice(0, byDefault.length)).toEqual(byDefault);
    expect(added.map(({ name }) => name)).toEqual(
      TOOLS.flatMap(({ name, toolset }) => (toolset === 'insight' ? [name] : [])),
    );
    expect(added.filter((tool) => JSON.stringify(tool).length / 4 > 700)).toEqual([]);
  });

  it('has a title, a description, both schemas and all four hints for every tool', () => {
    for (const { name, title, description, inputSchema, outputSchema, annotations } of all) {
      expect([name, typeof title, typeof description, inputSchema.type, outputSchema?.['type']]).toEqual([
        name,
        'string',
        'string',
        'object',
        'object',
      ]);
      expect(Object.keys(annotations ?? {}).toSorted()).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ]);
    }
  });

  it('marks what deletes and what replaces something as destructive, outside the contract, all but a new address as idempotent, none as open-world', () => {
    const destructive = all.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name);
    expect(destructive).toEqual([
      'remove_override',
      'delete_rule',
      'unmatch_transfer',
      'state_reported',
      'set_circumstances',
      'choose_regime',
      'apply_overrides',
      'remove_overrides',
      'remove_file',
      'state_balance',
      'undo_correction',
      'correct_asset',
      'set_prices',
      'add_price_file',
      'remove_price',
    ]);
    const others = all.filter(({ annotations }) => annotations?.idempotentHint !== true);
    expect(others.map(({ name }) => name)).toEqual(['create_upload']);
    expect(all.some(({ annotations }) => annotations?.openWorldHint)).toBe(false);
  });

  it('names only tools that exist, in instructions and descriptions', () => {
    const notIn = (list: typeof all, texts: readonly string[]): string[] =>
      toolsNamedIn(texts.join('\n')).filter((name) => !list.some((tool) => tool.name === name));
    const descriptionsOf = (list: typeof all): string[] => list.map(({ description = '' }) => description);
    expect(notIn(byDefault, [INSTRUCTIONS, ...descriptionsOf(byDefault)])).toEqual([]);
    expect(notIn(all, descriptionsOf(all))).toEqual([]);
  });

  it('has instructions that name the address of every toolset which the client did not ask for', () => {
    expect(instructionsFor([])).toContain('/mcp/x/insight');
    expect(instructionsFor(TOOLSETS)).toBe(INSTRUCTIONS);
  });

  it.each(TOOLS.map((tool) => [tool.name, tool] as const))(
    'has strict inputs and loose outputs for %s, which both accept the examples of its operation',
    (name, tool) => {
      const { inputSchema, outputSchema } = all.find((each) => each.name === name)!;
      const { parameters = {}, body = {}, file, answer } = EXAMPLES[tool.operation];
      // A tool takes the file as an argument, and has no argument for what it fixes.
      const chosen = Object.entries(parameters).filter(([field]) => !Object.hasOwn(tool.fixed ?? {}, field));
      const content = file === undefined ? {} : { content: file.text };
      const input = { ...content, ...Object.fromEntries(chosen), ...body };
      const accepts = ajv.compile(inputSchema);
      expect([accepts(input), accepts.errors ?? null]).toEqual([true, null]);
      expect(accepts({ ...input, nonsense: 1 })).toBe(false);
      const holds = ajv.compile(outputSchema!);
      expect([holds(answer), holds.errors ?? null]).toEqual([true, null]);
      expect(holds({ ...answer, nonsense: 1 })).toBe(true);
      expect(Object.keys(outputSchema!['properties'] as object)).toEqual(
        Object.keys(operationOf(tool).response.shape),
      );
    },
  );
});
