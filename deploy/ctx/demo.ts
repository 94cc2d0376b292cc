/** `ctx demo`: creates a user with realistic data to explore the service with. */
import { Readable } from 'node:stream';
import { status } from '@grpc/grpc-js';
import type { Command } from 'commander';
import { type Connection, runConnected } from './connect.ts';
import { examples } from './examples.ts';
import { streamFacts } from './import-stream.ts';
import { CommandRejection, isGrpcError, toRejection } from './output.ts';
import { waitUntilIdle } from './recalc.ts';
import { createToken } from './token.ts';
import { createUser, listUsers } from './user.ts';

const DEMO_EMAIL = 'demo@example.org';
// 2023 has transactions too but is not paid, so that one year is shown as locked.
const DEMO_PAID_YEARS = [2024, 2025, 2026];

/** Adds the command `demo`. */
export function registerDemoCommand(program: Command): void {
  program
    .command('demo')
    .summary('Creates the demo user with realistic data.')
    .description(
      'Creates the demo user with realistic data. Prints {"userId","tokens":{"read","write"}}.\n' +
        'Running it again changes nothing and prints "tokens":null.',
    )
    .addHelpText('after', examples('demo'))
    .action(() => runConnected(createDemo));
}

async function createDemo(connection: Connection): Promise<object> {
  // Both come before the user is created, so that a failure leaves no incomplete demo user.
  const { demoLines } = await import('../demo/story.ts');
  await connection.waitUntilReady();
  const userId = await createDemoUser(connection);
  if (userId === null) return { userId: await findDemoUser(connection), tokens: null };
  try {
    return { userId, tokens: await fillDemo(connection, userId, demoLines()) };
  } catch (error) {
    throw toRejection(error, `the demo user ${userId} was created, but its data is incomplete`);
  }
}

async function createDemoUser(connection: Connection): Promise<number | null> {
  try {
    return await createUser(connection, {
      email: DEMO_EMAIL,
      plan: 'pro',
      year: DEMO_PAID_YEARS,
      beta: 'portfolio',
    });
  } catch (error) {
    if (isGrpcError(error, status.ALREADY_EXISTS)) return null;
    throw error;
  }
}

async function findDemoUser(connection: Connection): Promise<number> {
  const user = (await listUsers(connection)).find(({ email }) => email.toLowerCase() === DEMO_EMAIL);
  if (user === undefined) throw new CommandRejection('INTERNAL', 'the demo user exists, but is not listed');
  return user.userId;
}

async function fillDemo(connection: Connection, userId: number, lines: string[]): Promise<object> {
  const source = Readable.from([Buffer.from(lines.join('\n'))]);
  const header = { replaceAccountRef: null, sharedPrices: false, removalConfirmed: false };
  await streamFacts(
    connection,
    { userId, header, source },
    { sent: () => undefined, phase: () => undefined },
  );
  await waitUntilIdle(connection, userId);
  const read = await createToken(connection, { user: userId, name: 'Demo read', scope: 'read' });
  const write = await createToken(connection, { user: userId, name: 'Demo write', scope: 'write' });
  return { read: read.token, write: write.token };
}
