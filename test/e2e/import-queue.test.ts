/** Many imports at a time, and slow ones: they queue, hold no database connection while bytes arrive, and a rejection says when to try again. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type ServiceError, status } from '@grpc/grpc-js';
import type { Connection } from '../../deploy/ctx/connect.ts';
import { createUser, useStack } from './kit.ts';
import { scrape, sumOf } from './observing/scrape.ts';
import { connected, event, importLines, waitFor } from './stack.ts';

const stack = useStack({
  own: true,
  settings: {
    IMPORTS_MAX: '1',
    IMPORT_SPOOL_MB_MAX: '1',
  },
});

const UNDER_WAY_MAX = 100;
const ACCOUNT = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };
const FACTS = [ACCOUNT, event('B', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '100')];
const HEADER = { replaceAccountRef: null, sharedPrices: false, removalConfirmed: false, file: null };

/** An import that sends its header and one byte, and nothing more. */
interface SlowImport {
  readonly ended: Promise<ServiceError>;
  cancel(): void;
}

function startSlowImport(connection: Connection, userId: string): SlowImport {
  const metadata = connection.callerMetadata(Number(userId));
  const call = connection.imports.importFacts(metadata, { deadline: Date.now() + 120_000 });
  const ended = new Promise<ServiceError>((resolve) => call.once('error', resolve));
  call.resume();
  call.write({ part: { $case: 'header', value: HEADER } });
  call.write({ part: { $case: 'chunk', value: Buffer.from('{') } });
  return {
    ended,
    cancel: () => {
      call.cancel();
    },
  };
}

const busyImports = async (): Promise<number> =>
  sumOf(await scrape(stack, 'corrections'), 'ctx_imports_total', { outcome: 'busy' });

async function newUsers(count: number): Promise<string[]> {
  const users: string[] = [];
  for (let index = 0; index < count; index += 1) users.push((await createUser(stack)).userId);
  return users;
}

const bitvavo = readFileSync(
  new URL('../../services/common/converters/samples/bitvavo.csv', import.meta.url),
);
const importOf = (userId: string) => importLines(stack, userId, FACTS);

describe('Imports', () => {
  it('that send nothing for 30 s end, and meanwhile delay no other import and no file of a user', async () => {
    const slow = await newUsers(12);
    const [honest, taxpayer] = (await newUsers(2)) as [string, string];
    await connected(stack, async (connection) => {
      const imports = slow.map((userId) => startSlowImport(connection, userId));
      expect(await importOf(honest)).toMatchObject({ event: { added: 1 } });
      const file = { name: 'bitvavo.csv', content: bitvavo };
      const addFile = connection.files.addFile.bind(connection.files);
      expect(await connection.call(addFile, file, Number(taxpayer))).toMatchObject({ faults: [] });
      for (const { ended } of imports)
        expect(await ended).toMatchObject({
          code: status.DEADLINE_EXCEEDED,
          details: 'no part of the file arrived for 30 s; nothing was stored',
        });
    });
    expect(await importOf(slow[0]!)).toMatchObject({ event: { added: 1 } });
  });

  it('wait for their turn where one is stored at a time, and all succeed', async () => {
    const users = await newUsers(24);
    const results = await Promise.all(users.map(importOf));
    expect(results).toEqual(users.map(() => expect.objectContaining({ recalc: 'COMPLETED' })));
  });

  it('beyond the limit are rejected with the number and the time after which to try again', async () => {
    const users = await newUsers(UNDER_WAY_MAX + 1);
    const [late] = (await newUsers(1)) as [string];
    await connected(stack, async (connection) => {
      const imports = users.map((userId) => startSlowImport(connection, userId));
      // Each call is logged first, on one of several connections, so any of them may be the one too many.
      const error = await Promise.race(imports.map(({ ended }) => ended));
      expect(error).toMatchObject({
        code: status.RESOURCE_EXHAUSTED,
        details:
          '100 imports are under way here, which is the limit; 1 of them are stored at a time: try again in 5 s',
      });
      expect(error.metadata.get('grpc-retry-pushback-ms')).toEqual(['5000']);
      const waiting = importOf(late);
      for (const each of imports) each.cancel();
      expect(await waiting).toMatchObject({ event: { added: 1 } });
    });
  });

  it('of a batch wait for room as long as the service says, and all succeed', async () => {
    const users = await newUsers(UNDER_WAY_MAX + 1);
    const late = await newUsers(3);
    const folder = join(stack.dataDir, 'late');
    mkdirSync(folder);
    const rows = late.map((user) => `{"user":${user},"file":"facts.jsonl"}\n`);
    writeFileSync(join(folder, 'manifest.jsonl'), rows.join(''));
    writeFileSync(join(folder, 'facts.jsonl'), FACTS.map((fact) => `${JSON.stringify(fact)}\n`).join(''));
    await connected(stack, async (connection) => {
      const imports = users.map((userId) => startSlowImport(connection, userId));
      // The first that ends is the one too many: from then on there is no room.
      expect(await Promise.race(imports.map(({ ended }) => ended))).toMatchObject({
        code: status.RESOURCE_EXHAUSTED,
      });
      const before = await busyImports();
      const batch = stack.ctx(['import', '--batch', folder]);
      await waitFor(async () => (await busyImports()) >= before + late.length);
      for (const each of imports) each.cancel();
      expect(await batch).toMatchObject({ imported: 3, failed: 0, counts: { event: { added: 3 } } });
    });
  });

  it('for whose rows there is no room on disk are rejected with its size', async () => {
    const [userId] = (await newUsers(1)) as [string];
    const large = Array.from({ length: 6000 }, (_row, index) =>
      event(`L${String(index)}`, 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '1', {
        description: 'x'.repeat(200),
      }),
    );
    await connected(stack, async (connection) => {
      const call = connection.imports.importFacts(connection.callerMetadata(Number(userId)), {
        deadline: Date.now() + 60_000,
      });
      const ended = new Promise<ServiceError>((resolve) => call.once('error', resolve));
      call.resume();
      call.write({ part: { $case: 'header', value: HEADER } });
      for (const line of [ACCOUNT, ...large])
        call.write({ part: { $case: 'chunk', value: Buffer.from(`${JSON.stringify(line)}\n`) } });
      call.end();
      expect(await ended).toMatchObject({
        code: status.RESOURCE_EXHAUSTED,
        details: 'the files that are being received fill their 1 MiB on disk: try again in 5 s',
      });
    });
    expect(await importOf(userId)).toMatchObject({ event: { added: 1 } });
    const metrics = (): Promise<string> =>
      fetch(`http://${stack.ready().services.corrections.health}/metrics`).then((answer) => answer.text());
    await waitFor(async () => (await metrics()).includes('outcome="busy"'));
  });
});
