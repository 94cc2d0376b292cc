/** Writing the log can fail in many ways. No failure may end a process, and lost lines are reported. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from './log.ts';
import { LogOutput } from './log-output.ts';
import { PLATFORM_METRICS } from './platform-metrics.ts';

/** A device that takes `room` bytes, then fails with `code` until it is given more room. */
class Device {
  room = Infinity;
  code = 'ENOSPC';
  readonly #chunks: Buffer[] = [];

  readonly write = (bytes: Uint8Array): number => {
    const taken = Math.min(bytes.length, this.room);
    if (taken === 0) throw Object.assign(new Error(this.code), { code: this.code });
    this.room -= taken;
    this.#chunks.push(Buffer.from(bytes.subarray(0, taken)));
    return taken;
  };

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }

  /** The whole lines that were written. */
  get lines(): string[] {
    return this.text.split('\n').filter((line) => line !== '');
  }
}

function outputOf(device: Device, isBuffered = false): LogOutput {
  return new LogOutput('gateway', { isBuffered, write: device.write });
}

async function lostSoFar(): Promise<number> {
  return (await PLATFORM_METRICS.logLinesLost.get()).values[0]!.value;
}

describe.each([false, true])('Log output (buffered: %s)', (isBuffered) => {
  it.each(['ENOSPC', 'EPIPE', 'EIO'])(
    'that fails with %s loses lines, counts them, and says how many once writing works again',
    async (code) => {
      const device = new Device();
      const output = outputOf(device, isBuffered);
      const before = await lostSoFar();
      const log = createLogger('gateway', 'info', output);
      log.info('first');
      output.flushSync();
      Object.assign(device, { room: 0, code });
      for (let line = 0; line < 3; line += 1) log.info({ line }, 'nobody reads this');
      output.flushSync();
      expect((await lostSoFar()) - before).toBe(3);
      device.room = Infinity;
      log.info('last');
      output.flushSync();
      const written = device.lines.map((line) => JSON.parse(line) as { msg: string; lost?: number });
      expect(written).toEqual([
        expect.objectContaining({ msg: 'first' }),
        expect.objectContaining({
          level: 'warn',
          service: 'gateway',
          lost: 3,
          msg: 'log lines lost: standard output could not be written',
        }),
        expect.objectContaining({ msg: 'last' }),
      ]);
      expect((await lostSoFar()) - before).toBe(3);
    },
  );
});

describe('Log output', () => {
  it('ends a line that a failure cut off before it writes the next one', () => {
    const device = new Device();
    const output = outputOf(device);
    device.room = 5;
    output.write('{"a":"é"}\n');
    device.room = Infinity;
    output.write('{"b":2}\n');
    expect(device.text.split('\n')).toEqual(['{"a":', expect.stringContaining('"lost":1'), '{"b":2}', '']);
  });

  it('reports the number of lost lines without waiting for the next line', async () => {
    const device = new Device();
    const output = outputOf(device);
    device.room = 0;
    output.write('lost\n');
    device.room = Infinity;
    while (!device.text.includes('"lost":1')) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(device.lines).toHaveLength(1);
  });

  it('keeps the lines that a full pipe rejects, in their order', () => {
    const device = new Device();
    const output = outputOf(device);
    const lines = Array.from({ length: 10 }, (_, index) => `{"line":"é${String(index)}"}\n`);
    Object.assign(device, { code: 'EAGAIN' });
    for (const line of lines) {
      // Less than a line, and half of a character now and then.
      device.room = 7;
      output.write(line);
      output.flushSync();
    }
    device.room = Infinity;
    output.flushSync();
    expect(device.text).toBe(lines.join(''));
  });

  it('drops and counts lines when more than 1 MiB waits for a full pipe', async () => {
    const device = new Device();
    const output = outputOf(device);
    const before = await lostSoFar();
    Object.assign(device, { code: 'EAGAIN', room: 0 });
    const line = `${'x'.repeat(1023)}\n`;
    for (let index = 0; index < 1025; index += 1) output.write(line);
    output.flushSync();
    expect((await lostSoFar()) - before).toBe(1025);
    device.room = Infinity;
    output.write('last\n');
    expect(device.lines).toEqual([expect.stringContaining('"lost":1025'), 'last']);
  });
});

const LOGGING_PROGRAM = `
  const { createLogger } = await import(process.argv[1]);
  const log = createLogger('gateway', 'info');
  for (let line = 0; line < 100; line += 1) log.info({ line }, 'said');
  // Later than the events of a failed write.
  setTimeout(() => process.exit(7), 50);
`;
const LOG_MODULE = fileURLToPath(new URL('./log.ts', import.meta.url));
const logTo = (stdout: number | 'pipe') =>
  spawn(process.execPath, ['--input-type=module', '-e', LOGGING_PROGRAM, LOG_MODULE], {
    stdio: ['ignore', stdout, 'inherit'],
  });

describe('A process', () => {
  // Linux has this device.
  (existsSync('/dev/full') ? it : it.skip)('keeps running when its log is on a full device', async () => {
    const full = openSync('/dev/full', 'w');
    const child = logTo(full);
    closeSync(full);
    expect(await once(child, 'exit')).toEqual([7, null]);
  });

  it('keeps running when the reader of its log has exited', async () => {
    const child = logTo('pipe');
    child.stdout!.destroy();
    expect(await once(child, 'exit')).toEqual([7, null]);
  });
});
