/** The complete tool list that a client reads before its first call. The snapshot shows every change, word by word. */
import { describe, expect, it } from '@jest/globals';
import { useStack, useUser } from '../kit.ts';
import { newToken } from '../stack.ts';
import { type Era, sdkClient } from './sdk-client.ts';

const stack = useStack();
const user = useUser(stack);

/** Returns the tool definitions that a client gets. */
async function listed(scope: 'read' | 'write', era: Era, path = '/mcp'): Promise<readonly object[]> {
  const client = await sdkClient(stack, await newToken(stack, user.userId, scope), era, undefined, path);
  const { tools } = await client.listTools();
  await client.close();
  return tools;
}

describe('The tool list', () => {
  it('of a read-only token is as recorded', async () => {
    expect(await listed('read', 'modern')).toMatchSnapshot();
  });

  it('of a token that may write is the read-only list, followed by the write tools as recorded', async () => {
    const reading = await listed('read', 'modern');
    const all = await listed('write', 'modern');
    expect(all.slice(0, reading.length)).toEqual(reading);
    expect(all.slice(reading.length)).toMatchSnapshot();
  });

  it('of the toolset insight is that of /mcp, followed by its own tools as recorded', async () => {
    const byDefault = await listed('write', 'modern');
    const all = await listed('write', 'modern', '/mcp/x/insight');
    expect(all.slice(0, byDefault.length)).toEqual(byDefault);
    expect(all.slice(byDefault.length)).toMatchSnapshot();
  });

  it.each(['read', 'write'] as const)('of a %s token is the same in both eras', async (scope) => {
    expect(await listed(scope, 'legacy')).toEqual(await listed(scope, 'modern'));
  });
});
