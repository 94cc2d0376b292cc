/** Completes the arguments of prompts from the user's own data: the years and the assets that they have. */
import type { CompleteRequest, CompleteResult } from '@modelcontextprotocol/server';
import { invalidArgumentsError, unknownPromptError } from './errors.ts';
import { PROMPTS } from './prompts.ts';

/** Returns the answer of a tool as JSON, or null where it is rejected. */
export type ReadTool = (tool: string) => Promise<Buffer | null>;

/** What can be completed, and where the values are. An argument without a row, such as an amount, has no values to offer. */
const SOURCES: Readonly<
  Record<string, { readonly tool: string; readonly valuesOf: (answer: never) => readonly string[] }>
> = {
  year: {
    tool: 'list_years',
    valuesOf: ({ years }: { readonly years: readonly { readonly year: number }[] }) =>
      years.map(({ year }) => String(year)),
  },
  asset: {
    tool: 'get_portfolio',
    valuesOf: ({ holdings }: { readonly holdings: readonly { readonly assetSymbol: string }[] }) =>
      holdings.map(({ assetSymbol }) => assetSymbol),
  },
};

/** The most that the protocol allows. */
const VALUES_MAX = 100;

/**
 * Returns the values of an argument that begin as what was typed.
 * @throws ProtocolError for an unknown prompt, and for an argument that it does not have
 */
export async function complete(
  { ref, argument }: CompleteRequest['params'],
  read: ReadTool,
): Promise<CompleteResult> {
  const prompt = PROMPTS.find(({ name }) => ref.type === 'ref/prompt' && name === ref.name);
  if (prompt === undefined) throw unknownPromptError();
  if (!prompt.arguments.some(({ name }) => name === argument.name)) throw invalidArgumentsError();
  const source = Object.hasOwn(SOURCES, argument.name) ? SOURCES[argument.name] : undefined;
  const answer = source === undefined ? null : await read(source.tool);
  const typed = argument.value.toLowerCase();
  const values =
    source === undefined || answer === null
      ? []
      : [...new Set(source.valuesOf(JSON.parse(answer.toString()) as never))].filter((each) =>
          each.toLowerCase().startsWith(typed),
        );
  return {
    completion: {
      values: values.slice(0, VALUES_MAX),
      total: values.length,
      hasMore: values.length > VALUES_MAX,
    },
  };
}
