/** The conformance suite of the protocol's maintainers, run against a real stack. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { binOf } from '../bin.ts';
import { newToken, newUser, startTestStack, type TestStack } from '../e2e/stack.ts';
import { type SigningProxy, startSigningProxy } from './proxy.ts';

/** The revisions that are served: the newest, and the last with the handshake. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;

/** Checks that fail with good reason, one a line; the suite fails on any other, and on one that does not fail. */
export const EXPECTED_FAILURES = fileURLToPath(new URL('expected-failures.yaml', import.meta.url));

const SUITE = binOf('@modelcontextprotocol/conformance', 'conformance');
/** The suite sends some 150 requests a revision. */
const TOKENS = 8;

export interface Outcome {
  /** 0 where nothing failed but what is expected to. */
  readonly exitCode: number | null;
  readonly output: string;
  /** Checks that passed. */
  readonly passed: number;
  /** Checks that failed as expected. */
  readonly expected: number;
}

/** A stack to run the suite against, with a user that has all tools. */
export class ConformanceSuite {
  readonly #stack: TestStack;
  readonly #proxy: SigningProxy;

  private constructor(stack: TestStack, proxy: SigningProxy) {
    this.#stack = stack;
    this.#proxy = proxy;
  }

  static async start(): Promise<ConformanceSuite> {
    const stack = await startTestStack();
    const { userId } = await newUser(stack, 'conformance@example.org', ['--plan', 'pro'], 'write');
    const tokens: string[] = [];
    while (tokens.length < TOKENS) tokens.push(await newToken(stack, userId, 'write'));
    return new ConformanceSuite(stack, await startSigningProxy(stack.ready().baseUrl, tokens));
  }

  /** Runs all scenarios of a revision, or one. */
  async run(revision: string, scenario: string | null = null): Promise<Outcome> {
    const { exitCode, output } = await runNode([
      ...[SUITE, 'server', '--url', `${this.#proxy.baseUrl}/mcp`, '--spec-version', revision],
      ...(scenario === null ? ['--suite', 'all'] : ['--scenario', scenario]),
      ...['--expected-failures', EXPECTED_FAILURES],
    ]);
    return {
      exitCode,
      output,
      passed: Number(/^(?:Total|Passed): (\d+)/m.exec(output)?.[1] ?? 0),
      expected: output.match(/^ {2}~ /gm)?.length ?? 0,
    };
  }

  async stop(): Promise<void> {
    await this.#proxy.close();
    await this.#stack.remove();
  }
}

function runNode(args: readonly string[]): Promise<{ exitCode: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', (exitCode) => {
      resolve({ exitCode, output });
    });
  });
}
