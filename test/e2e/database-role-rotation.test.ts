/** Rotating database passwords without an outage: a second login for each service, with the rights of its role (docs/operations/keys.md). */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { freePort } from '../../deploy/stack/ports.ts';
import { type ServiceName, SERVICES, stackSecrets } from '../../deploy/stack/secrets.ts';
import { startService } from '../../deploy/stack/service.ts';
import { operationsBlock } from '../surface/operations-document.ts';
import { send } from './corrections/surfaces.ts';
import { transactions } from './corrections/users.ts';
import { startSecondGateway } from './second-gateway.ts';
import { atEnd, useStack, useUser } from './kit.ts';
import { WORKED_EXAMPLE_1 } from './stack.ts';

const CTX = fileURLToPath(new URL('../../deploy/ctx/main.ts', import.meta.url));
const PASSWORD = 'another-password';

const started: { stop(): Promise<void> }[] = [];

const stack = useStack({ own: true });
const user = useUser(stack, { scope: 'write', facts: WORKED_EXAMPLE_1 });

beforeAll(async () => {
  const client = new pg.Client({ connectionString: stack.ready().postgres.url });
  await client.connect();
  for (const service of SERVICES)
    await client.query(operationsBlock('second login').replaceAll('SERVICE', service));
  // The original roles can no longer log in.
  for (const service of SERVICES) await client.query(`ALTER ROLE ctx_${service} PASSWORD NULL`);
  await client.end();
});
atEnd(async () => {
  await Promise.all(started.map((each) => each.stop()));
});

function addressOf(name: ServiceName): string {
  const url = new URL(stack.ready().postgres.url);
  Object.assign(url, { username: `ctx_${name}_b`, password: PASSWORD });
  return url.href;
}

async function start(name: ServiceName): Promise<string> {
  const [address, health] = [
    `127.0.0.1:${String(await freePort())}`,
    `127.0.0.1:${String(await freePort())}`,
  ];
  const environment = {
    DATABASE_URL: addressOf(name),
    CALLER_KEY: stackSecrets(stack.dataDir).callerKey,
    GRPC_ADDRESS: address,
    HEALTH_ADDRESS: health,
    RECALC_ADDRESS: stack.ready().services.recalc.address,
  };
  const logFile = join(stack.dataDir, 'logs', `${name}-b.log`);
  started.push(await startService({ name, environment, healthAddress: health, logFile }));
  return address;
}

describe('a second login of each service', () => {
  it('has the rights of its role: reads, corrections, runs and the operator’s commands work', async () => {
    const [read, corrections, recalc] = await Promise.all([
      start('read'),
      start('corrections'),
      start('recalc'),
    ]);
    const settings = {
      DATABASE_URL: addressOf('gateway'),
      READ_ADDRESS: read,
      CORRECTIONS_ADDRESS: corrections,
    };
    const gateway = await startSecondGateway(stack, { settings });
    started.push(gateway);
    const second = { ...stack, ready: () => ({ ...stack.ready(), baseUrl: gateway.baseUrl }) };
    const [first] = await transactions(second, user, 2026);
    const body = { taxEventId: first!.id, overriddenEuroValue: 4321 };
    expect((await send(second, user, 'POST', '/api/v1/overrides', body)).status).toBe(200);
    const rebuild = ['recalc', '--user', user.userId, '--full', '--wait'];
    const { stdout } = await promisify(execFile)(process.execPath, [CTX, ...rebuild], {
      env: {
        ...process.env,
        GATEWAY_ADDRESS: stack.ready().services.gateway.address,
        CORRECTIONS_ADDRESS: corrections,
        RECALC_ADDRESS: recalc,
        CALLER_KEY: stackSecrets(stack.dataDir).callerKey,
      },
    });
    expect(JSON.parse(stdout)).toMatchObject({ status: 'IDLE', run: { parked: null } });
  });
});
