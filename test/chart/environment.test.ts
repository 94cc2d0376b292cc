/** The chart sets exactly the settings that the services read, with the same bounds. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { SETTINGS } from '@ctx/platform/config';
import { z } from 'zod';
import { CHART, CI_VALUES, render } from './helm.ts';
import { containerOf, maybe, theOne, type Variable } from './manifests.ts';

const run = promisify(execFile);
const SERVICES = ['gateway', 'read', 'corrections', 'recalc'] as const;
/** Variables that Node reads, not a service. */
const OF_NODE = 'NODE_EXTRA_CA_CERTS';
/** Variables that tests and the local stack set alone. */
const OF_TESTS = ['WEBHOOK_LOOPBACK'];
/** The variable that an image sets: which release it is. */
const OF_IMAGE = 'BUILD_REVISION';

describe('the chart', () => {
  it.each(SERVICES)('sets every environment variable that %s reads, and no other', async (name) => {
    const settings = await settingsOf(name);
    const given = new Set<string>();
    for (const example of CI_VALUES)
      for (const variable of await environmentOf(example, name)) given.add(variable.name);
    given.delete(OF_NODE);
    expect(settings.delete(OF_IMAGE)).toBe(true);
    for (const variable of OF_TESTS) settings.delete(variable);
    expect([...given].sort()).toEqual([...settings.keys()].sort());
  });

  it('leaves the release of an image to the image', () => {
    const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8');
    expect(dockerfile).toContain(`\nENV ${OF_IMAGE}=\${REVISION}\n`);
  });

  it.each(SERVICES)('sets the required variables of %s in the minimal example', async (name) => {
    const given = (await environmentOf('minimal', name)).map((variable) => variable.name);
    expect(new Set(given).size).toBe(given.length);
    for (const [setting, isRequired] of await settingsOf(name))
      if (isRequired) expect(given).toContain(setting);
  });

  it.each(CI_VALUES)('renders the %s example with values that the services accept', async (example) => {
    for (const name of SERVICES)
      for (const { name: setting, value } of await environmentOf(example, name)) {
        if (value === undefined || setting === OF_NODE) continue;
        const { error } = SETTINGS[setting as keyof typeof SETTINGS].safeParse(value);
        expect({ setting, value, error }).toEqual({ setting, value, error: undefined });
      }
  });

  it('sets every environment variable that ctx reads, and no other', async () => {
    const container = containerOf(theOne(await render('tls'), 'Deployment', 'tools'));
    const source = readFileSync(new URL('../../deploy/ctx/connect.ts', import.meta.url), 'utf8');
    const [addresses = '', tlsFiles = ''] = [
      ...source.matchAll(/(?:ADDRESSES|ENVIRONMENT) = \[(.*?)\]/g),
    ].map(([, list]) => list);
    const namesOf = (list: string): string[] => [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
    expect(container.env.map((variable) => variable.name)).toEqual([
      ...namesOf(addresses),
      'OPERATOR_KEY',
      ...namesOf(tlsFiles),
    ]);
    const withoutOperatorKey = await render('tls', 'operatorKey={"publicKeys":[],"existingSecret":""}');
    expect(
      containerOf(theOne(withoutOperatorKey, 'Deployment', 'tools')).env.map((variable) => variable.name),
    ).toContain('CALLER_KEY');
    expect(maybe(await render('minimal'), 'Deployment', 'tools')).toBeUndefined();
  });

  it('points each service to the addresses of the others', async () => {
    const manifests = await render('minimal', 'listen.grpcPort=7777');
    const environment = containerOf(theOne(manifests, 'Deployment', 'gateway')).env;
    for (const name of ['read', 'corrections']) {
      const service = theOne(manifests, 'Service', name);
      expect(service.spec).toMatchObject({ clusterIP: 'None', ports: [{ name: 'grpc', port: 7777 }, {}] });
      expect(environment.find((variable) => variable.name === `${name.toUpperCase()}_ADDRESS`)?.value).toBe(
        `${service.metadata.name}:7777`,
      );
    }
  });
});

describe('values.schema.json has the same bounds as the services:', () => {
  const schema = JSON.parse(readFileSync(`${CHART}/values.schema.json`, 'utf8')) as Schema;

  it.each([
    ['gateway.drainMs', 'DRAIN_MS'],
    ['read.drainMs', 'DRAIN_MS'],
    ['corrections.drainMs', 'DRAIN_MS'],
    ['read.database.connectionsMax', 'DATABASE_CONNECTIONS_MAX'],
    ['database.connectionAgeMsMax', 'DATABASE_CONNECTION_AGE_MS_MAX'],
    ['recalc.sweepIntervalMs', 'SWEEP_INTERVAL_MS'],
    ['recalc.largeRuns.events', 'LARGE_RUN_EVENTS'],
    ['recalc.largeRuns.memoryMbMax', 'LARGE_RUN_MEMORY_MB_MAX'],
    ['recalc.largeRuns.msMax', 'LARGE_RUN_MS_MAX'],
    ['recalc.selfCheck.users', 'SELF_CHECK_USERS'],
    ['clearing.auditDays', 'AUDIT_DAYS'],
    ['clearing.operatorLogDays', 'OPERATOR_LOG_DAYS'],
  ] as const)('%s and %s', (path, setting) => {
    const ours = at(schema, path);
    const theirs = z.toJSONSchema(SETTINGS[setting]) as Schema;
    expect(theirs.maximum).toBeDefined();
    expect({ minimum: ours.minimum, maximum: ours.maximum }).toEqual({
      minimum: theirs.minimum,
      maximum: theirs.maximum,
    });
  });
});

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly definitions?: Readonly<Record<string, Schema>>;
  readonly minimum?: number;
  readonly maximum?: number;
}

function at(root: Schema, path: string): Schema {
  return path.split('.').reduce<Schema>((schema, key) => {
    const found = schema.properties?.[key];
    if (found === undefined) throw new Error(`${path}: no ${key}`);
    return found.$ref === undefined ? found : (root.definitions?.[found.$ref.split('/').at(-1) ?? ''] ?? {});
  }, root);
}

async function environmentOf(example: string, service: string): Promise<readonly Variable[]> {
  return containerOf(theOne(await render(example), 'Deployment', service)).env;
}

/** The settings that the service's `--help` lists: name → whether it is required. */
async function settingsOf(service: string): Promise<Map<string, boolean>> {
  const main = fileURLToPath(new URL(`../../services/${service}/src/main.ts`, import.meta.url));
  const { stdout } = await run(process.execPath, [main, '--help']);
  const rows = [...stdout.matchAll(/^ {2}([A-Z_]+) .*\((required|default .*)\)$/gm)];
  return new Map(rows.map(([, name = '', fallback]) => [name, fallback === 'required']));
}
