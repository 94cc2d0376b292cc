/** `ctx call-metadata`: the signed metadata of one gRPC method, for tools such as grpcurl and ghz. */
import { randomUUID } from 'node:crypto';
import { CALLER_METADATA, signCaller } from '@ctx/platform/caller';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseUserId } from './arguments.ts';
import { findSigningKey } from './connect.ts';
import { examples } from './examples.ts';
import { printResult } from './output.ts';

const SCOPES = ['operator', 'read', 'write'] as const;
const METHOD = /^\/?(ctx\.v1\.[A-Za-z]+)[/.]([A-Za-z]+)$/;

interface MetadataOptions {
  readonly method: string;
  readonly user: number;
  readonly scope: (typeof SCOPES)[number];
}

/** Adds the command `call-metadata`. */
export function registerCallMetadataCommand(program: Command): void {
  program
    .command('call-metadata')
    .summary('Prints the signed metadata of a gRPC method, for grpcurl, ghz and other tools.')
    .description(
      'Prints the signed metadata of a gRPC method as {"ctx-caller"}, for grpcurl, ghz and other tools. It is valid for this method, for one user\n' +
        'and for 30 seconds, plus up to two minutes for clocks that differ. Treat it like the key: everybody who has it may make these calls.',
    )
    .requiredOption('--method <name>', 'such as ctx.v1.RecalcService/GetRun', parseMethod)
    .option('--user <id>', 'the only user whose data the call may touch (default: none)', parseUserId, 0)
    .addOption(
      new Option('--scope <scope>', 'read and write are what the gateway sends; they need CALLER_KEY')
        .choices(SCOPES)
        .default('operator'),
    )
    .addHelpText(
      'after',
      examples(
        'call-metadata --method ctx.v1.RecalcService/GetRun --user 7',
        'call-metadata --method ctx.v1.ReadService/ListYears --user 7 --scope read',
      ),
    )
    .action(({ method, user: userId, scope }: MetadataOptions) => {
      const key = findSigningKey(process.env, scope);
      const caller = { userId, scope, via: 'ctx call-metadata', requestId: randomUUID() };
      printResult({ [CALLER_METADATA]: signCaller(caller, method, key, Date.now()) });
    });
}

function parseMethod(text: string): string {
  const [, service, name] = METHOD.exec(text) ?? [];
  if (service === undefined || name === undefined)
    throw new InvalidArgumentError('It must be a service and a method, such as ctx.v1.RecalcService/GetRun.');
  return `/${service}/${name}`;
}
