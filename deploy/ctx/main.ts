/** The operator's command `ctx`: users, tokens, apps, imports, years and runs (import-format.md, "The command"). */
import { Command, CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { registerAppCommands } from './app.ts';
import { registerAuditCommand } from './audit.ts';
import { registerDemoCommand } from './demo.ts';
import { examples } from './examples.ts';
import { registerImportCommand } from './import.ts';
import { printRefusal } from './output.ts';
import { registerRecalcCommand } from './recalc.ts';
import { registerTokenCommands } from './token.ts';
import { registerUserCommands } from './user.ts';
import { registerYearCommands } from './year.ts';

const EXIT_DONE = 0;
const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;

const AFTER_HELP = `
Every command prints one JSON object on standard output; --help and --version print text. Exit code: 0 done, 1 rejected
with {"error":{"code","message"}}, 2 wrong usage.

The system is found by GATEWAY_ADDRESS, CORRECTIONS_ADDRESS, RECALC_ADDRESS (HOST:PORT of gRPC) and OPERATOR_KEY (Ed25519
private key, PKCS #8 in base64; CALLER_KEY where the services have no OPERATOR_PUBLIC_KEYS); without them it is the local
stack, started by "npm start", whose files are in DATA_DIR (.data by default).
Services that speak TLS are called with TLS_CA_FILE, TLS_CERT_FILE and TLS_KEY_FILE (paths, PEM).
${examples(
  'user create --email an@example.org --plan pro --year 2025',
  'import --user 1 facts.jsonl --wait',
  'import --help',
)}
`;

function createProgram(): Command {
  // Set before the commands are added: they inherit it. The process ends by itself, so that no output is cut off.
  const program = new Command('ctx')
    .description(
      'Operates the crypto tax service: users, tokens, connected apps, imports, years, runs and the log of corrections.',
    )
    .version(manifest.version, '--version', 'print the version')
    .exitOverride()
    .showHelpAfterError('(--help after the command explains it)')
    .addHelpText('after', AFTER_HELP);
  registerUserCommands(program);
  registerTokenCommands(program);
  registerAppCommands(program);
  registerImportCommand(program);
  registerYearCommands(program);
  registerRecalcCommand(program);
  registerAuditCommand(program);
  registerDemoCommand(program);
  return program;
}

async function run(args: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return EXIT_DONE;
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      printRefusal(error);
      return EXIT_REFUSED;
    }
    return error.exitCode === 0 ? EXIT_DONE : EXIT_USAGE;
  }
}

// A reader that stops early (ctx user list | head) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await run(process.argv.slice(2));
