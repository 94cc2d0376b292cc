/** The conformance suite of the protocol's maintainers, run against a real stack. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../deploy/stack/ports.ts';
import { toolProgram } from '../../tools/packages.ts';
import { App } from '../e2e/oauth/app.ts';
import { Visitor } from '../e2e/oauth/visitor.ts';
import { type SecondGateway, startSecondGateway } from '../e2e/second-gateway.ts';
import { newToken, newUser, startTestStack, type TestStack } from '../e2e/stack.ts';
import { type SigningProxy, startSigningProxy } from './proxy.ts';

/** The supported revisions: the last with the handshake, and the newest. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;

/** The file of checks that fail with good reason, one per line. The suite fails if another check fails, or if one of these passes. */
export const EXPECTED_FAILURES = fileURLToPath(new URL('expected-failures.yaml', import.meta.url));

/** Preloaded by a gateway, so that it offers the prompts and resources that the suite asks for by name. */
const FIXTURES = new URL('fixtures.ts', import.meta.url).href;

/** The suite sends about 150 requests for each revision. */
const TOKENS = 8;

export interface Outcome {
  /** 0 if only the expected checks failed. */
  readonly exitCode: number | null;
  readonly output: string;
  /** The number of checks that passed. */
  readonly passed: number;
  /** The number of checks that failed as expected. */
  readonly expected: number;
}

/** A stack to run the suite against, with a user who has all tools. */
export class ConformanceSuite {
  /** The file of the suite's command line. */
  readonly #program: string;
  readonly #stack: TestStack;
  readonly #userId: string;
  /** Serves the fixtures of the suite next to its own prompts and resources. */
  readonly #gateway: SecondGateway;
  readonly #proxy: SigningProxy;

  private constructor(
    program: string,
    stack: TestStack,
    userId: string,
    gateway: SecondGateway,
    proxy: SigningProxy,
  ) {
    this.#program = program;
    this.#stack = stack;
    this.#userId = userId;
    this.#gateway = gateway;
    this.#proxy = proxy;
  }

  static async start(): Promise<ConformanceSuite> {
    const program = toolProgram('@modelcontextprotocol/conformance', 'conformance');
    const stack = await startTestStack();
    const { userId } = await newUser(stack, 'conformance@example.org', ['--plan', 'pro'], 'write');
    const tokens: string[] = [];
    while (tokens.length < TOKENS) tokens.push(await newToken(stack, userId, 'write'));
    const gateway = await startSecondGateway(stack, { settings: { NODE_OPTIONS: `--import=${FIXTURES}` } });
    const proxy = await startSigningProxy(gateway.baseUrl, tokens);
    return new ConformanceSuite(program, stack, userId, gateway, proxy);
  }

  /** Runs all scenarios of a revision, or one. */
  async run(revision: string, scenario: string | null = null): Promise<Outcome> {
    const { exitCode, output } = await runNode([
      this.#program,
      'server',
      '--url',
      `${this.#proxy.baseUrl}/mcp`,
      '--spec-version',
      revision,
      ...(scenario === null ? ['--suite', 'all'] : ['--scenario', scenario]),
      '--expected-failures',
      EXPECTED_FAILURES,
    ]);
    return {
      exitCode,
      output,
      passed: passedOf(output),
      expected: output.match(/^ {2}~ /gm)?.length ?? 0,
    };
  }

  /**
   * Runs the scenarios for an authorization server at a revision. The suite prints an address for a browser and waits for the
   * code; a visitor opens the address, allows the request and is redirected with the code.
   */
  async runAuthorization(revision: string): Promise<Outcome> {
    const { baseUrl } = this.#stack.ready();
    const visitor = new Visitor(this.#stack);
    await visitor.signInAs(this.#userId);
    const port = String(await freePort());
    const app = await App.register(baseUrl, { redirect_uris: [`http://127.0.0.1:${port}/callback`] });
    const visits: Promise<void>[] = [];
    const visitOnce = (output: string): void => {
      const [address] =
        /(?<!\S)\S+\/oauth\/authorize\?\S+(?=\s[^]*Callback server started)/.exec(output) ?? [];
      if (address !== undefined && visits.length === 0) visits.push(allow(visitor, address));
    };
    const args = ['--client-id', app.clientId, '--resource', `${baseUrl}/mcp`, '--port', port];
    const { exitCode, output } = await runNode(
      [this.#program, 'authorization', '--url', baseUrl, ...args, '--spec-version', revision],
      visitOnce,
    );
    await Promise.all(visits);
    return { exitCode, output, passed: passedOf(output), expected: 0 };
  }

  async stop(): Promise<void> {
    await this.#proxy.close();
    await this.#gateway.stop();
    await this.#stack.remove();
  }
}

function passedOf(output: string): number {
  return Number(/^(?:Total|Passed): (\d+)/m.exec(output)?.[1] ?? 0);
}

async function allow(visitor: Visitor, address: string): Promise<void> {
  const { redirectedTo } = await visitor.post(await visitor.get(address), {
    decision: 'allow',
    write: 'yes',
  });
  if (redirectedTo !== null) await fetch(redirectedTo);
}

function runNode(
  args: readonly string[],
  onOutput: (output: string) => void = () => undefined,
): Promise<{ exitCode: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
      onOutput(output);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', (exitCode) => {
      resolve({ exitCode, output });
    });
  });
}
