/** The operator's command line, `ctx`: users, tokens, apps, imports, years and recalculations (import-format.md, "The command"). */
import { Command, CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { registerAppCommands } from './app.ts';
import { registerAuditCommand } from './audit.ts';
import { registerCallMetadataCommand } from './call-metadata.ts';
import { registerCircumstancesCommand } from './circumstances.ts';
import { registerCompletionCommand } from './completion.ts';
import { registerDemoCommand } from './demo.ts';
import { examples } from './examples.ts';
import { registerExplainCommand } from './explain.ts';
import { registerFileCommands } from './file.ts';
import { registerImportCommand } from './import.ts';
import { registerPricesCommand } from './prices.ts';
import { registerLawCommand } from './law.ts';
import { registerLoadCommands } from './load.ts';
import { registerMatchCommand } from './match.ts';
import { registerOperatorCommands } from './operator.ts';
import { registerOverrideCommand } from './override.ts';
import { registerPriceCommand } from './price.ts';
import { registerProbeCommand } from './probe.ts';
import { registerIssuesCommand } from './issues.ts';
import { chooseJson, PartialResult, printRejection, printResult } from './output.ts';
import { registerReadingsCommand } from './readings.ts';
import { registerRecalcCommand } from './recalc.ts';
import { registerDossierCommand } from './dossier.ts';
import { registerReportCommand } from './report.ts';
import { registerRuleCommand } from './rule.ts';
import { registerSummaryCommand } from './summary.ts';
import { registerTokenCommands } from './token.ts';
import { registerUndoCommand } from './undo.ts';
import { registerUserCommands } from './user.ts';
import { registerWebhookCommands } from './webhook.ts';
import { registerYearCommands } from './year.ts';

const EXIT_SUCCESS = 0;
const EXIT_ERROR = 1;
const EXIT_USAGE = 2;
const EXIT_PARTIAL_RESULT = 3;

const AFTER_HELP = `
Each command prints one JSON object to standard output. On a terminal it prints tables, with Belgian times, unless --json is
given. Not one object, but text: --help, --version, completion, and report without --out; JSON Lines: audit --follow, and
user export without --out.
Exit codes: 0 success, 1 error, printed as {"error":{"code","message"}}, 2 usage error, 3 a part of the work is not done
(import --batch, load prepare).

Environment variables:
  GATEWAY_ADDRESS, CORRECTIONS_ADDRESS, RECALC_ADDRESS   gRPC addresses of the services, HOST:PORT
  OPERATOR_KEY   Ed25519 private key that signs the calls (PKCS #8, base64)
  CALLER_KEY     instead of OPERATOR_KEY, when the services have no OPERATOR_PUBLIC_KEYS
  OPERATOR_KEY_FILE, CALLER_KEY_FILE   files with these keys, instead of the variables
  TLS_CA_FILE, TLS_CERT_FILE, TLS_KEY_FILE   PEM files, when the services use TLS
  DATA_DIR       directory of the local stack (default: .data)
  CTX_TOKEN, CTX_URL   personal token and address of the REST API, for summary, readings, circumstances, issues, explain, report, override,
                       price, match, rule and undo
  NO_COLOR       no colours on a terminal
Without addresses and keys, ctx uses the local stack that "npm start" starts.
${examples(
  'user create --email an@example.org --plan pro --year 2025',
  'import --user 1 facts.jsonl --wait',
  'import --help',
)}
`;

function createProgram(): Command {
  // Commands inherit these settings, so they come first. The process exits on its own, so that no output is cut off.
  const program = new Command('ctx')
    .description(
      'Operates the crypto tax service: users, tokens, connected apps, imports, years, recalculations and the log of corrections. Shows and corrects the figures of a taxpayer.',
    )
    .version(manifest.version, '--version', 'print the version')
    .option('--json', 'print JSON on a terminal too')
    .hook('preAction', (_program, command) => {
      if (command.optsWithGlobals<{ json?: true }>().json) chooseJson();
    })
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .showHelpAfterError('(add --help for usage)')
    .addHelpText('after', AFTER_HELP);
  registerUserCommands(program);
  registerTokenCommands(program);
  registerAppCommands(program);
  registerImportCommand(program);
  registerFileCommands(program);
  registerPricesCommand(program);
  registerProbeCommand(program);
  registerYearCommands(program);
  registerRecalcCommand(program);
  registerAuditCommand(program);
  registerOperatorCommands(program);
  registerCallMetadataCommand(program);
  registerLoadCommands(program);
  registerWebhookCommands(program);
  registerDemoCommand(program);
  registerSummaryCommand(program);
  registerReadingsCommand(program);
  registerCircumstancesCommand(program);
  registerReportCommand(program);
  registerDossierCommand(program);
  registerIssuesCommand(program);
  registerExplainCommand(program);
  registerOverrideCommand(program);
  registerPriceCommand(program);
  registerMatchCommand(program);
  registerRuleCommand(program);
  registerUndoCommand(program);
  registerLawCommand(program);
  registerCompletionCommand(program);
  return program;
}

/**
 * Returns arguments without `--help` where they name no command: commander would print the general help, with exit code 0, instead of
 * saying that there is no such command.
 */
function withoutHelpOfUnknown(program: Command, args: readonly string[]): readonly string[] {
  let command = program;
  for (const arg of args.filter((each) => !each.startsWith('-'))) {
    if (command.commands.length === 0 || arg === 'help') return args;
    const next = command.commands.find((each) => each.name() === arg);
    if (next === undefined) return args.filter((each) => each !== '--help' && each !== '-h');
    command = next;
  }
  return args;
}

async function run(args: readonly string[]): Promise<number> {
  try {
    const program = createProgram();
    await program.parseAsync(withoutHelpOfUnknown(program, args), { from: 'user' });
    return EXIT_SUCCESS;
  } catch (error) {
    if (error instanceof PartialResult) {
      printResult(error.result);
      return EXIT_PARTIAL_RESULT;
    }
    if (!(error instanceof CommanderError)) {
      printRejection(error);
      return EXIT_ERROR;
    }
    return error.exitCode === 0 ? EXIT_SUCCESS : EXIT_USAGE;
  }
}

// A reader that stops early (ctx user list | head) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await run(process.argv.slice(2));
