/** h2load: repeats one gRPC call. It sees only HTTP statuses, so responses are checked separately. */
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
  /** Path for its files, without an extension. */
  readonly file: string;
}

const STREAMS = 8;
const US_PER_MS = 1000;

/** Returns a message as gRPC sends it: uncompressed, after its length. */
export function framed(message: Uint8Array): Buffer {
  const frame = Buffer.alloc(5 + message.length);
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, 5);
  return frame;
}

/** Prepares h2load with 8 concurrent calls on each of its connections. */
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
      // Columns: start in µs of the clock, HTTP status, duration in µs.
      const rows = readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split('\t'));
      const times = rows.filter(([, status]) => status === '200').map(([, , us]) => Number(us) / US_PER_MS);
      const [, failed = '0', errored = '0'] = /\b(\d+) failed, (\d+) errored/.exec(text) ?? [];
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
