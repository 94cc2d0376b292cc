/** The programs of docs/operations/feeding.md, run as their readers run them: in a folder of their own, against a running system. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestStack } from '../e2e/stack.ts';
import { run } from './run.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Inside the repository, so that the program finds its packages. */
const CACHE = join(ROOT, '.cache');

/** Descriptor set in the folder of the Go program. */
const DESCRIPTORS = 'crypto-tax.binpb';

/** What a program prints: the user, how many events were new, and whether a recalculation was requested. */
export interface FeedOutcome {
  readonly userId: number;
  readonly events: number;
  readonly run: string;
}

/** A program of the page, in a folder of its own. */
export class FeederProgram {
  readonly #folder: string;
  readonly #command: readonly string[];

  private constructor(folder: string, command: readonly string[]) {
    this.#folder = folder;
    this.#command = command;
  }

  static inNode(): FeederProgram {
    const folder = folderWith('feed.mjs');
    return new FeederProgram(folder, [process.execPath, 'feed.mjs']);
  }

  /** Installs its packages from PyPI. */
  static async inPython(): Promise<FeederProgram> {
    const folder = folderWith('feed.py');
    await run(['python3', '-m', 'venv', 'venv'], folder);
    await run(['venv/bin/pip', 'install', '--quiet', 'grpcio-tools==1.85.1', 'cryptography==50.0.2'], folder);
    return new FeederProgram(folder, ['venv/bin/python', 'feed.py']);
  }

  /** Gets its modules, and builds it. */
  static async inGo(): Promise<FeederProgram> {
    const folder = folderWith('feed.go');
    await run([join(ROOT, 'node_modules/.bin/buf'), 'build', '--output', join(folder, DESCRIPTORS)], ROOT);
    await run(['go', 'mod', 'init', 'feed'], folder);
    await run(['go', 'get', 'google.golang.org/grpc@v1.85.0', 'google.golang.org/protobuf@v1.36.12'], folder);
    await run(['go', 'vet', '.'], folder);
    await run(['go', 'build', '-o', 'feed', '.'], folder);
    return new FeederProgram(folder, [join(folder, 'feed')]);
  }

  /** Feeds the facts of a user to a system. */
  async feed(
    stack: TestStack,
    email: string,
    facts: readonly object[],
    settings: Readonly<Record<string, string>> = {},
  ): Promise<FeedOutcome> {
    writeFileSync(
      join(this.#folder, 'facts.jsonl'),
      facts.map((fact) => `${JSON.stringify(fact)}\n`).join(''),
    );
    const { services } = stack.ready();
    const printed = await run(
      [...this.#command, `id of ${email}`.replaceAll(' ', '-'), email, 'facts.jsonl'],
      this.#folder,
      {
        GATEWAY_ADDRESS: services.gateway.address,
        CORRECTIONS_ADDRESS: services.corrections.address,
        RECALC_ADDRESS: services.recalc.address,
        OPERATOR_KEY: readFileSync(join(stack.dataDir, 'operator.key'), 'utf8').trim(),
        PROTO: join(ROOT, 'proto'),
        DESCRIPTORS,
        ...settings,
      },
    );
    return JSON.parse(printed) as FeedOutcome;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Returns a new folder with a program of the page. */
function folderWith(name: string): string {
  const page = readFileSync(join(ROOT, 'docs/operations/feeding.md'), 'utf8');
  const [, program] = new RegExp(`<!-- ${name} -->\n\n\`\`\`\\w+\n(.*?)\n\`\`\``, 's').exec(page) ?? [];
  if (program === undefined) throw new Error(`docs/operations/feeding.md has no ${name}`);
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'feeder-'));
  writeFileSync(join(folder, name), program);
  return folder;
}

/** Feeds a new user twice, and returns what is wrong, one line each. */
export async function faultsOfFeeder(
  program: FeederProgram,
  stack: TestStack,
  email: string,
  facts: readonly object[],
  settings: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const first = await program.feed(stack, email, facts, settings);
  const again = await program.feed(stack, email, facts, settings);
  const events = facts.filter((fact) => 'kind' in fact && fact.kind === 'event').length;
  const expected = [
    { ...first, events, run: 'SCHEDULED' },
    { ...first, events: 0, run: 'NOT_NEEDED' },
  ];
  return [first, again].flatMap((fed, index) =>
    JSON.stringify(fed) === JSON.stringify(expected[index])
      ? []
      : [`${JSON.stringify(fed)} in place of ${JSON.stringify(expected[index])}`],
  );
}
