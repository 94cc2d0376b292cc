/** h2load: one gRPC call over and over. It sees HTTP statuses alone: whether answers are right is checked apart. */
import { readFileSync, writeFileSync } from 'node:fs';
import { type Cores, countOf, type StartDriver, startCommand } from './driver.ts';
import { percentiles } from './program.ts';
import { findTool } from './tools.ts';

export interface GrpcRepeat {
  /** HOST:PORT. */
  readonly address: string;
  /** `/package.Service/Method`. */
  readonly path: string;
  readonly message: Uint8Array;
  readonly metadata: Readonly<Record<string, string>>;
  readonly clients: number;
  readonly seconds: number;
  readonly cores: Cores;
  /** Where files may be written, without their ending. */
  readonly file: string;
}

const STREAMS = 8;
const US_PER_MS = 1000;

/** A message as gRPC sends it: not compressed, its length before it. */
export function framed(message: Uint8Array): Buffer {
  const frame = Buffer.alloc(5 + message.length);
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, 5);
  return frame;
}

/** h2load with 8 calls at once on each of its connections. */
export async function h2load(load: GrpcRepeat): Promise<StartDriver> {
  const { command, environment } = await findTool('h2load');
  const [data, log] = [`${load.file}.message`, `${load.file}.log`];
  writeFileSync(data, framed(load.message));
  const connections = Math.max(1, Math.round(load.clients / STREAMS));
  const metadata = { 'content-type': 'application/grpc', te: 'trailers', ...load.metadata };
  const headers = Object.entries(metadata).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const args = [
    '-c',
    String(connections),
    '-m',
    String(STREAMS),
    '-t',
    '1',
    '-D',
    String(load.seconds),
    '-d',
    data,
    `--log-file=${log}`,
    ...headers,
    `http://${load.address}${load.path}`,
  ];
  return () => {
    writeFileSync(log, '');
    const { child, output } = startCommand(command, args, load.cores, environment);
    const result = output.then((text) => {
      // Start in µs of the clock, HTTP status, µs that it took.
      const rows = readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split('\t'));
      const times = rows.filter(([, status]) => status === '200').map(([, , us]) => Number(us) / US_PER_MS);
      const [, failed = '0', errored = '0'] = /(\d+) failed, (\d+) errored/.exec(text) ?? [];
      const [, perSecond = '0'] = /, ([\d.]+) req\/s/.exec(text) ?? [];
      const seconds = load.seconds;
      return {
        requests: Number(perSecond) * seconds,
        seconds,
        ...percentiles(times),
        ...countOf({
          failed: Number(failed),
          errored: Number(errored),
          'HTTP status other than 200': rows.length - times.length,
        }),
      };
    });
    return Promise.resolve({ pid: child.pid ?? 0, result });
  };
}
