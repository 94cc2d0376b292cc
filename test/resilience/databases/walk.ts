/** A walk through the product, and a load of corrections whose results are checked, for any stack. */
import { setTimeout as pause } from 'node:timers/promises';
import assert from 'node:assert/strict';
import { runCtx } from '../../ctx/run.ts';
import { importLines, newUser, type TestStack, WORKED_EXAMPLE_1 } from '../../e2e/stack.ts';
import { mcpClient } from '../../e2e/mcp/client.ts';
import { Harness, type Result, SETTLED_BESIDE_OTHERS_MS_MAX } from '../harness.ts';
import { System } from '../system.ts';

const SEED = 20_260_101;
/** The gain of worked example 1. */
const GAIN = 1250;

/** Runs `ctx probe` (import, figures, correction, erasure) and reads the figures of another import over REST and MCP. Returns the steps with their times. */
export async function walk(stack: TestStack): Promise<string> {
  const { exitCode, stdout, stderr } = await runCtx(['probe', '--url', stack.ready().baseUrl], {
    ...process.env,
    DATA_DIR: stack.dataDir,
  });
  assert.equal(exitCode, 0, stderr);
  const { steps } = JSON.parse(stdout) as { steps: { step: string; ms: number }[] };
  const { userId, token } = await newUser(stack, `walk-${String(Date.now())}@example.org`);
  await importLines(stack, userId, WORKED_EXAMPLE_1);
  const client = await mcpClient(stack, token);
  try {
    const { json } = await client.call('get_year_summary', { year: 2026 });
    const { body } = await stack.get('/api/v1/years/2026/summary', token);
    const [overMcp, overRest] = [json, body].map(
      (year) => (year['totalCapitalGains'] as { exact: number }).exact,
    );
    assert.equal(overMcp, GAIN);
    assert.equal(overRest, GAIN);
  } finally {
    await client.close();
  }
  return [...steps.map(({ step, ms }) => `${step} ${String(ms)} ms`), 'the same figures over MCP'].join(', ');
}

/** Corrects as several users for a while; returns what does not hold afterwards (reliability.md, "Invariants"). */
export async function loadFor(stack: TestStack, ms: number): Promise<Result> {
  const system = new System(stack);
  try {
    const harness = new Harness(system, SETTLED_BESIDE_OTHERS_MS_MAX);
    return await harness.run({ id: 'none', title: 'no fault', inject: () => pause(ms) }, SEED);
  } finally {
    await system.close();
  }
}
