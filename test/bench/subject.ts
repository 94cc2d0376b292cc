/** A user of a running stack with the history on which all engines are measured, and changes to its events. */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection, findSystem } from '../../deploy/ctx/connect.ts';
import { streamFacts } from '../../deploy/ctx/import-stream.ts';
import type { RawEvent } from '../../services/recalc/src/engine/types.ts';
import { newUser, type TestStack } from '../e2e/stack.ts';
import { history } from './history.ts';

/** A user with a number of events, and the connection over which they are changed. */
export interface Subject {
  readonly userId: number;
  readonly events: readonly RawEvent[];
  readonly connection: Connection;
}

const ACCOUNT = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };

/** Returns the line of the import format that brings an event. */
export function lineOf({ assetKey, type, referenceId, amount, timestampUs, euroValue }: RawEvent): object {
  const asset = { key: assetKey, symbol: assetKey };
  const timestamp = new Date(timestampUs / 1000).toISOString();
  return { kind: 'event', account: 'kraken-1', referenceId, type, asset, amount, timestamp, euroValue };
}

async function importLines({ userId, connection }: Subject, lines: readonly object[]): Promise<void> {
  const source = Readable.from([Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))]);
  await streamFacts(
    connection,
    { userId, header: { sharedPrices: false, replaceAccountRef: null, removalConfirmed: false }, source },
    { sent: () => undefined, phase: () => undefined },
  );
}

/** Waits until the user's figures are those of all facts. */
export async function untilIdle({
  userId,
  connection,
}: Pick<Subject, 'userId' | 'connection'>): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const { status } = await connection.call(connection.recalc.getRun.bind(connection.recalc), {}, userId);
    if (status === 'IDLE') return;
    // No more often than 2 % of the time so far: polls take the processor from what is measured.
    await sleep(Math.max(1, (performance.now() - startedAt) / 50));
  }
}

/** Returns the milliseconds from sending a change to IDLE. */
export async function timeOf(subject: Subject, line: object): Promise<number> {
  const startedAt = performance.now();
  await importLines(subject, [line]);
  await untilIdle(subject);
  return performance.now() - startedAt;
}

/** Milliseconds of the two parts of the way from a file to figures. */
export interface FirstRun {
  readonly importMs: number;
  readonly runMs: number;
}

/** Adds a user with a history of `size` events, and waits for its figures. */
export async function subjectOf(stack: TestStack, size: number): Promise<Subject & FirstRun> {
  const { userId } = await newUser(stack, `bench-${String(size)}@example.org`);
  process.env['DATA_DIR'] = stack.dataDir;
  const connection = new Connection(findSystem(process.env));
  const subject = { userId: Number(userId), events: history(size), connection };
  const startedAt = performance.now();
  await importLines(subject, [ACCOUNT, ...subject.events.map(lineOf)]);
  const importedAt = performance.now();
  await untilIdle(subject);
  return { ...subject, importMs: importedAt - startedAt, runMs: performance.now() - importedAt };
}

/** Returns the middle of some values, the upper one of two. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
