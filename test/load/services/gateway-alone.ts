/** Part of `load:gateway`: the gateway with a stub as read service, and its admission of tokens alone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { callUnary, callerMetadata, createGrpcClient } from '@ctx/platform/grpc-client';
import { ReadServiceClient, TransactionsResponse } from '@ctx/proto/gen/ctx/v1/read';
import { freePort } from '../../../deploy/stack/ports.ts';
import { type Bed, OF_THE_OTHERS, OF_THE_SERVICE } from '../bed/bed.ts';
import type { Ground } from '../bed/ground.ts';
import { pin } from '../bed/processes.ts';
import { YEAR } from '../bed/users.ts';
import { prepareProgram } from '../drivers/driver.ts';
import { type Measurement, measure, medianOf } from '../measure.ts';
import type { Options } from '../options.ts';
import type { Page } from '../pages.ts';
import { judge, type JudgedTarget } from '../targets.ts';
import { type RequestSet, runWrk } from './gateway-runs.ts';

const WARM_UP_SECONDS = 3;
const CONNECTIONS = 10;

/** Gives the gateway one core; the stub, PostgreSQL and the driver share the others. */
export async function gatewayAlone(
  ground: Ground,
  asked: RequestSet,
  options: Options,
): Promise<Measurement[]> {
  const { bed } = ground;
  options.say('the gateway alone …');
  const prepared = await answerOf(ground, asked.repeated);
  const stub = await startStub(prepared);
  const key = 'gateway-alone';
  try {
    await bed.serve('gateway', { key, more: { READ_ADDRESS: stub.address } });
    await bed.place([key]);
    await pin([stub.process.pid ?? 0], OF_THE_OTHERS);
    const baseUrl = bed.baseUrl(key);
    const watched = { service: [bed.served(key).pid], database: bed.databasePid };
    const common = { baseUrl, watched, answeredWith: asked.repeated, cores: OF_THE_OTHERS, gateway: key };
    const seconds = Math.min(options.seconds, WARM_UP_SECONDS);
    const warmUp = { ...common, name: 'warm-up', pages: asked.warmUp, seconds };
    const lines: Measurement[] = [];
    for (const [form, pages] of [
      ['rest', asked.fresh],
      ['tool', asked.freshForTool],
    ] as const) {
      await runWrk(ground, asked, options, { ...warmUp, form });
      const name = `gateway alone, ${form === 'rest' ? 'GET' : 'tools/call'}, each page once`;
      const run = { ...common, name, form, pages, seconds: options.seconds, isNew: true };
      lines.push(await runWrk(ground, asked, options, run));
    }
    return lines;
  } finally {
    stub.process.stdin?.end();
    await bed.served(key).stop();
    await bed.place(null);
  }
}

/** Returns a response of the real read service, as encoded bytes. */
async function answerOf(ground: Ground, { userId, page, size }: Page): Promise<Buffer> {
  const client = createGrpcClient(ReadServiceClient, ground.addressOf('read'));
  try {
    const caller = { userId, scope: 'read', via: 'Load', requestId: 'load' } as const;
    const metadata = callerMetadata(caller, Buffer.from(ground.callerKey, 'base64'));
    const request = { year: YEAR, page, size, type: null, asset: null };
    const answer = await callUnary(client.listTransactions.bind(client), request, metadata, 5000);
    return Buffer.from(TransactionsResponse.encode(answer).finish());
  } finally {
    client.close();
  }
}

async function startStub(prepared: Buffer): Promise<{ process: ChildProcess; address: string }> {
  const address = `127.0.0.1:${String(await freePort())}`;
  const main = fileURLToPath(new URL('../programs/stub-read.ts', import.meta.url));
  const child = spawn(process.execPath, [main, address, prepared.toString('base64')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return { process: child, address };
}

export async function admissionAlone(
  bed: Bed,
  { tokens, tokensOf }: RequestSet,
  { clients, seconds, rounds, say }: Options,
): Promise<{ lines: Measurement[]; targets: JudgedTarget[] }> {
  say('admission alone …');
  await bed.place([]);
  const users = [...tokensOf.keys()];
  const of = async (what: 'admission' | 'one row', databaseUrl: string): Promise<Measurement> => {
    const input = { clients, seconds, connections: CONNECTIONS, what, databaseUrl, tokens, users };
    const start = await prepareProgram('programs/admission.ts', input, OF_THE_SERVICE);
    const name = what === 'admission' ? 'admission alone' : 'bare statement of one row';
    return measure({ name }, { service: null, database: bed.databasePid }, start);
  };
  const turns: { bare: Measurement[]; admission: Measurement[] } = { bare: [], admission: [] };
  for (let round = 0; round < rounds; round += 1) {
    turns.bare.push(await of('one row', bed.ownerUrl));
    await bed.owner.query('TRUNCATE identity.request_counts');
    turns.admission.push(await of('admission', bed.urlOf('gateway')));
  }
  await bed.place(null);
  const [bare, admission] = [medianOf(turns.bare), medianOf(turns.admission)];
  const ratio = admission.throughput / bare.throughput;
  return { lines: [bare, admission], targets: [judge('admission', ratio, admission.void ?? bare.void)] };
}
