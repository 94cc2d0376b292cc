/** `ctx demo`: creates a user with realistic data to explore the service with. */
import { Readable } from 'node:stream';
import { status } from '@grpc/grpc-js';
import { type Command, InvalidArgumentError } from 'commander';
import { Calendar, todayInBrussels } from '../demo/calendar.ts';
import { type Connection, runConnected } from './connect.ts';
import { examples } from './examples.ts';
import { streamFacts } from './import-stream.ts';
import { isGrpcError, toRejection } from './output.ts';
import { waitUntilIdle } from './recalc.ts';
import { createToken } from './token.ts';
import { createUser, getUser } from './user.ts';
import { freeze } from './year.ts';

const DEMO_EMAIL = 'demo@example.org';
/** The first of the four years has transactions too but is not paid, so that one year is shown as locked. */
const PAID_YEARS = 3;

/** Adds the command `demo`. */
export function registerDemoCommand(program: Command): void {
  program
    .command('demo')
    .summary('Creates the demo user with realistic data.')
    .description(
      'Creates the demo user with realistic data: four years that end the day before --day. The first is locked, the last but one\n' +
        'submitted. Prints {"userId","tokens":{"read","write"}}. Running it again changes nothing and prints "tokens":null.',
    )
    .option(
      '--day <day>',
      'day on which the data are fresh, YYYY-MM-DD in Brussels (default: today)',
      parseDay,
    )
    .option('--no-tokens', 'create no tokens, for example where the output is stored in a log')
    .addHelpText('after', examples('demo'))
    .action(({ day = todayInBrussels(), tokens }: { readonly day?: string; readonly tokens: boolean }) =>
      runConnected((connection) => createDemo(connection, day, tokens)),
    );
}

function parseDay(text: string): string {
  try {
    return new Calendar(text).startDay;
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

async function createDemo(connection: Connection, day: string, withTokens: boolean): Promise<object> {
  // Both come before the user is created, so that a failure leaves no incomplete demo user.
  const { demoLines } = await import('../demo/story.ts');
  await connection.waitUntilReady();
  const { currentYear } = new Calendar(day);
  const known = await findDemoUser(connection);
  if (known !== null) return { userId: known, tokens: null };
  const userId = await createDemoUser(connection, currentYear);
  try {
    await fillDemo(connection, userId, demoLines(day), currentYear - 1);
    return { userId, tokens: withTokens ? await createTokens(connection, userId) : null };
  } catch (error) {
    throw toRejection(error, `the demo user ${userId} was created, but its data is incomplete`);
  }
}

function createDemoUser(connection: Connection, currentYear: number): Promise<number> {
  return createUser(connection, {
    email: DEMO_EMAIL,
    plan: 'pro',
    year: Array.from({ length: PAID_YEARS }, (_, index) => currentYear - index).reverse(),
    beta: 'portfolio',
  });
}

async function findDemoUser(connection: Connection): Promise<number | null> {
  try {
    return (await getUser(connection, { email: DEMO_EMAIL })).userId;
  } catch (error) {
    if (isGrpcError(error, status.NOT_FOUND)) return null;
    throw error;
  }
}

async function fillDemo(
  connection: Connection,
  userId: number,
  lines: string[],
  submittedYear: number,
): Promise<void> {
  const source = Readable.from([Buffer.from(lines.join('\n'))]);
  const header = { replaceAccountRef: null, sharedPrices: false, removalConfirmed: false };
  await streamFacts(
    connection,
    { userId, header, source },
    { sent: () => undefined, phase: () => undefined },
  );
  await waitUntilIdle(connection, userId);
  await freeze(connection, { user: userId, year: submittedYear });
}

async function createTokens(connection: Connection, userId: number): Promise<object> {
  const read = await createToken(connection, { user: userId, name: 'Demo read', scope: 'read' });
  const write = await createToken(connection, { user: userId, name: 'Demo write', scope: 'write' });
  return { read: read.token, write: write.token };
}
