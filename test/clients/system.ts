/** A running system with the demo user, and the clients that read from it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Server } from 'node:http';
import { importLines, newUser, startTestStack, type TestStack, WORKED_EXAMPLE_1 } from '../e2e/stack.ts';
import { faultsOfFeeder, type FeederProgram } from './feeder.ts';
import type { Generator } from './generators.ts';
import { addressOf, startLaterRelease } from './later-release.ts';
import type { WalkSettings } from './readme-walk.ts';
import { differences, expectedReading, type Reading, YEAR, YEAR_BEFORE } from './reading.ts';
import { run } from './run.ts';

/** Inside the repository, so that TypeScript clients find the packages they import. */
const CACHE = fileURLToPath(new URL('../../.cache/', import.meta.url));

export class ClientSystem {
  readonly #stack: TestStack;
  readonly #token: string;
  readonly #folder: string;
  readonly #document: string;
  readonly #later: Server;
  readonly expected: Reading;
  /** The same, as a later release answers: with values that clients do not know. */
  readonly expectedLater: Reading;

  private constructor(
    stack: TestStack,
    token: string,
    folder: string,
    document: string,
    later: Server,
    expected: Reading,
    expectedLater: Reading,
  ) {
    this.#stack = stack;
    this.#token = token;
    this.#folder = folder;
    this.#document = document;
    this.#later = later;
    this.expected = expected;
    this.expectedLater = expectedLater;
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
    const text = await (await fetch(`${baseUrl}/api/v1/openapi.json`)).text();
    writeFileSync(document, text);
    const { read } = demo.tokens;
    const later = await startLaterRelease(
      baseUrl,
      JSON.parse(text) as Parameters<typeof startLaterRelease>[1],
    );
    const expected = await expectedReading(baseUrl, read);
    const expectedLater = await expectedReading(addressOf(later), read);
    return new ClientSystem(stack, read, folder, document, later, expected, expectedLater);
  }

  /**
   * Generates a client, reads with it from this release and from a later one, and returns what it read wrongly, one line each. A client that
   * throws at a value rejects.
   */
  async check({ name, build, program }: Generator): Promise<string[]> {
    const folder = join(this.#folder, name.replace(/\W+/g, '-'));
    mkdirSync(folder);
    await build(folder, this.#document);
    const readFrom = async (baseUrl: string): Promise<Reading> => {
      const settings = { BASE_URL: baseUrl, TOKEN: this.#token };
      const years = { YEAR: String(YEAR), YEAR_BEFORE: String(YEAR_BEFORE) };
      return JSON.parse(await run(program, folder, { ...settings, ...years })) as Reading;
    };
    return [
      ...differences(this.expected, await readFrom(this.#stack.ready().baseUrl)),
      ...differences(this.expectedLater, await readFrom(addressOf(this.#later))).map(
        (difference) => `from a later release: ${difference}`,
      ),
    ];
  }

  /** Feeds the system with a program of the documentation, and returns what is wrong, one line each. */
  async checkFeeder(program: FeederProgram, email: string): Promise<string[]> {
    try {
      return await faultsOfFeeder(program, this.#stack, email, WORKED_EXAMPLE_1);
    } finally {
      program.remove();
    }
  }

  /** Returns the address of the system, and the token of a new user with a sale in 2026, who may correct it. */
  async newReader(email: string): Promise<WalkSettings> {
    const { userId, token } = await newUser(this.#stack, email, undefined, 'write');
    await importLines(this.#stack, userId, WORKED_EXAMPLE_1);
    return { BASE_URL: this.#stack.ready().baseUrl, TOKEN: token };
  }

  async stop(): Promise<void> {
    this.#later.close();
    this.#later.closeAllConnections();
    rmSync(this.#folder, { recursive: true, force: true });
    await this.#stack.remove();
  }
}
