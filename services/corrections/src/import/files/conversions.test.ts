import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { sampleWorkbook } from '@ctx/converters/test/workbook';
import { RunningConversion, Conversions, ConversionsBusy } from './conversions.ts';
import type { ConversionTask } from './convert-file.ts';
import { recordsOfBatches } from './record-batches.ts';

const HEADER =
  'Timezone,Date,Time,Type,Currency,Amount,Quote Currency,Quote Price,Received / Paid Currency,Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID,Address';
const ROW = 'Europe/Brussels,2026-01-10,10:00:00,buy,BTC,0.01,EUR,90000,EUR,-900,EUR,0,Completed,b-1,';
const TOO_MUCH = {
  faults: [
    {
      line: null,
      column: null,
      reason: 'takes too long or too much memory to read: export a shorter period',
      messages: [{ code: 'TOO_SLOW', values: {} }],
    },
  ],
};

function task(text = `${HEADER}\n${ROW}\n`): ConversionTask {
  return {
    name: 'x.csv',
    content: new TextEncoder().encode(text),
    format: null,
    accountRef: null,
    accountLabel: null,
    timeZone: null,
    mapping: null,
    accounts: [],
  };
}

describe('The conversions of a process', () => {
  const { signal } = new AbortController();
  const running: Promise<unknown>[] = [];
  afterEach(async () => {
    await Promise.allSettled(running.splice(0));
  });
  const started = <Result>(conversion: Promise<Result>): Promise<Result> => {
    running.push(conversion.catch(() => undefined));
    return conversion;
  };

  it('return the records of a file, with the lines that they were made of', async () => {
    const answer = await new Conversions().run(1, task(), signal);
    if ('faults' in answer) throw new Error(JSON.stringify(answer.faults));
    expect(await Array.fromAsync(recordsOfBatches(answer.batches))).toMatchObject([
      { record: { kind: 'account', ref: 'bitvavo' }, lines: [] },
      { record: { kind: 'event', account: 'bitvavo', referenceId: 'b-1', amount: '0.01' }, lines: [2] },
      { record: { kind: 'money', account: 'bitvavo', type: 'CASH_OUT', amount: '900' }, lines: [2] },
    ]);
    expect(answer).toMatchObject({ platform: 'Bitvavo', name: 'x.csv', preview: { rows: 1 } });
  });

  it('read a workbook, and name its sheet', async () => {
    const content = sampleWorkbook('etoro');
    const answer = await new Conversions().run(1, { ...task(), name: 'statement.xlsx', content }, signal);
    expect(answer).toMatchObject({
      name: 'statement.xlsx',
      platform: 'eToro',
      sha256: createHash('sha256').update(content).digest('hex'),
      preview: { title: 'eToro: account activity, sheet "Data"', rows: 12, from: '2025-01-03T10:15:20Z' },
    });
  });

  it('end a file that takes too long, and then convert the next one', async () => {
    const slow = new Conversions({ memoryMbMax: 256, msMax: 1 });
    expect(await slow.run(1, task(), signal)).toEqual(TOO_MUCH);
    const conversions = new Conversions();
    expect(await conversions.run(1, task(), signal)).toHaveProperty('preview');
  });

  it('end a file that takes too much processor time, which other work of the machine does not use up', async () => {
    const slow = new Conversions({ memoryMbMax: 256, processorMsMax: 1, msMax: 60_000 });
    const rows = Array.from({ length: 10_000 }, (_row, index) => ROW.replace('b-1', `b-${String(index)}`));
    const large = task(`${[HEADER, ...rows].join('\n')}\n`);
    expect(await slow.run(1, large, signal)).toEqual(TOO_MUCH);
    const patient = new Conversions({ memoryMbMax: 256, processorMsMax: 60_000, msMax: 60_000 });
    expect(await patient.run(1, large, signal)).toHaveProperty('preview');
  });

  it('reject a file that becomes more than 50,000 events, however small it is', async () => {
    const header =
      'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash';
    const fileOf = (rows: number): ConversionTask =>
      task(
        [header, ...Array.from({ length: rows }, () => '2025-01-01 10:00:00 UTC,1,A,2,B,3,C,,,,,'), ''].join(
          '\n',
        ),
      );
    const conversions = new Conversions();
    expect(await conversions.run(1, fileOf(16_667), signal)).toEqual({
      faults: [
        {
          line: null,
          column: null,
          reason: 'becomes more than 50000 events: export a shorter period',
          messages: [{ code: 'TOO_MANY_EVENTS', values: { events: '50000' } }],
        },
      ],
      columns: [],
    });
    expect(await conversions.run(1, fileOf(1000), signal)).toMatchObject({ preview: { rows: 1000 } });
  });

  it('end a file that takes too much memory, and the process survives', async () => {
    const small = new Conversions({ memoryMbMax: 16, msMax: 60_000 });
    const rows = Array.from({ length: 20_000 }, (_row, index) => ROW.replace('b-1', `b-${String(index)}`));
    expect(await small.run(1, task(`${[HEADER, ...rows].join('\n')}\n`), signal)).toEqual(TOO_MUCH);
  });

  it('convert several files in their order, and at least one where there is no time for more', async () => {
    const conversions = new Conversions();
    const files = [task(), task('a,b\n1,2\n'), task(`${HEADER}\n${ROW}\n${ROW.replace('b-1', 'b-2')}\n`)];
    expect(await conversions.runSeveral(1, files, signal)).toMatchObject([
      { preview: { rows: 1 } },
      { faults: [{}] },
      { preview: { rows: 2 } },
    ]);
    expect(await conversions.runSeveral(1, files, signal, 0)).toMatchObject([{ preview: { rows: 1 } }]);
  });

  it('reject only the one of several files that takes too much memory', async () => {
    const rows = Array.from({ length: 20_000 }, (_row, index) => ROW.replace('b-1', `b-${String(index)}`));
    const small = new Conversions({ memoryMbMax: 32, msMax: 60_000 });
    const answers = await small.runSeveral(
      1,
      [task(), task(`${[HEADER, ...rows].join('\n')}\n`)],
      signal,
      60_000,
    );
    expect(answers).toMatchObject([{ preview: { rows: 1 } }, TOO_MUCH]);
  });

  it('convert one file of a user at a time, and reject a second one', async () => {
    const conversions = new Conversions();
    const first = started(conversions.run(1, task(), signal));
    await expect(conversions.run(1, task(), signal)).rejects.toThrow(RunningConversion);
    expect(await first).toHaveProperty('preview');
    expect(await conversions.run(1, task(), signal)).toHaveProperty('preview');
  });

  it('reject a file when eight wait already', async () => {
    const conversions = new Conversions();
    for (let userId = 1; userId <= 8; userId += 1) void started(conversions.run(userId, task(), signal));
    await expect(conversions.run(9, task(), signal)).rejects.toThrow(ConversionsBusy);
  });

  it('do not start a file whose client has gone', async () => {
    const conversions = new Conversions();
    const client = new AbortController();
    const first = started(conversions.run(1, task(), signal));
    const second = started(conversions.run(2, task(), client.signal));
    client.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    expect(await first).toHaveProperty('preview');
  });
});
