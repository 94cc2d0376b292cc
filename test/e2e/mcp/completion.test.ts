/** Completion of the arguments of prompts, for hosts that offer values while a person types. */
import { describe, expect, it } from '@jest/globals';
import { useStack, useUser } from '../kit.ts';
import { untilIdle } from '../runs.ts';
import { WORKED_EXAMPLE_1 } from '../stack.ts';
import { sdkClient } from './sdk-client.ts';

const stack = useStack();
const user = useUser(stack, { beta: 'portfolio', facts: WORKED_EXAMPLE_1 });
const other = useUser(stack, { facts: WORKED_EXAMPLE_1 });

async function completed(token: string, prompt: string, name: string, value: string): Promise<object> {
  const client = await sdkClient(stack, token, 'modern', undefined, '/mcp/x/insight');
  try {
    const ref = { type: 'ref/prompt', name: prompt } as const;
    return (await client.complete({ ref, argument: { name, value } })).completion;
  } finally {
    await client.close();
  }
}

describe('An argument of a prompt', () => {
  it.each([
    ['the years of the user that begin so', 'prepare_my_return', 'year', '202', ['2026']],
    ['no year that does not', 'prepare_my_return', 'year', '19', []],
    ['the assets that the user holds, in capitals or not', 'what_if_i_sell', 'asset', 'e', ['ETH']],
    ['no value for an amount', 'what_if_i_sell', 'amount', '0', []],
  ])('is completed with %s', async (_what, prompt, name, value, values) => {
    await untilIdle(stack, user);
    expect(await completed(user.token, prompt, name, value)).toEqual({
      values,
      total: values.length,
      hasMore: false,
    });
  });

  it('has no values for a user who cannot read them', async () => {
    expect(await completed(other.token, 'what_if_i_sell', 'asset', '')).toMatchObject({ values: [] });
  });

  it.each([
    ['an unknown prompt', 'dance', 'year'],
    ['an argument that the prompt does not have', 'prepare_my_return', 'asset'],
  ])('is rejected for %s', async (_what, prompt, name) => {
    await expect(completed(user.token, prompt, name, '')).rejects.toMatchObject({ code: -32602 });
  });
});
