/** A running system with the demo user, and the clients that read from it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestStack, type TestStack } from '../e2e/stack.ts';
import type { Generator } from './generators.ts';
import { differences, expectedReading, type Reading, YEAR, YEAR_BEFORE } from './reading.ts';
import { run } from './run.ts';

/** Inside the repository, so that TypeScript clients find the packages they import. */
const CACHE = fileURLToPath(new URL('../../.cache/', import.meta.url));

export class ClientSystem {
  readonly #stack: TestStack;
  readonly #token: string;
  readonly #folder: string;
  readonly #document: string;
  readonly expected: Reading;

  private constructor(stack: TestStack, token: string, folder: string, document: string, expected: Reading) {
    this.#stack = stack;
    this.#token = token;
    this.#folder = folder;
    this.#document = document;
    this.expected = expected;
  }

  static async start(): Promise<ClientSystem> {
    const stack = await startTestStack([]);
    const { baseUrl } = stack.ready();
    const demo = JSON.parse(readFileSync(join(stack.dataDir, 'demo.json'), 'utf8')) as {
      tokens: { read: string };
    };
    mkdirSync(CACHE, { recursive: true });
    const folder = mkdtempSync(join(CACHE, 'clients-'));
    const document = join(folder, 'openapi.json');
    writeFileSync(document, await (await fetch(`${baseUrl}/api/v1/openapi.json`)).text());
    const { read } = demo.tokens;
    return new ClientSystem(stack, read, folder, document, await expectedReading(baseUrl, read));
  }

  /** Generates a client, reads with it, and returns what it read wrongly, one line each. */
  async check({ name, build, program }: Generator): Promise<string[]> {
    const folder = join(this.#folder, name.replace(/\W+/g, '-'));
    mkdirSync(folder);
    await build(folder, this.#document);
    const printed = await run(program, folder, {
      BASE_URL: this.#stack.ready().baseUrl,
      TOKEN: this.#token,
      YEAR: String(YEAR),
      YEAR_BEFORE: String(YEAR_BEFORE),
    });
    return differences(this.expected, JSON.parse(printed) as Reading);
  }

  async stop(): Promise<void> {
    rmSync(this.#folder, { recursive: true, force: true });
    await this.#stack.remove();
  }
}
