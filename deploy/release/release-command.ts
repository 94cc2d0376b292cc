/** What the commands of a release have in common: options, help, and an end with one message. */
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** A command of `npm run`. Declare it with its type: TypeScript then knows that nothing follows `end`. */
export class ReleaseCommand {
  readonly #name: string;
  readonly #help: string;

  constructor(name: string, help: string) {
    this.#name = name;
    this.#help = help;
  }

  /** Returns the arguments of the process. Prints the help and ends the process with `--help`, and ends it with 2 if they are wrong. */
  parse<Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
    try {
      const options = { ...config.options, help: { type: 'boolean', short: 'h' } as const };
      const parsed = parseArgs<Config>({ ...config, options });
      if ((parsed.values as { help?: boolean }).help !== true) return parsed;
    } catch (error) {
      this.end(2, `${(error as Error).message} (see --help)`);
    }
    process.stdout.write(this.#help);
    process.exit(0);
  }

  /** Prints a message and ends the process. */
  end(code: number, message: string): never {
    process.stderr.write(`${this.#name}: ${message}\n`);
    process.exit(code);
  }
}
