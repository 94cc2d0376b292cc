/** Free-form values that collide with what the chart generates, or with each other: Helm 4 and server-side apply reject the manifest. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { CHART, CI_VALUES, example, HELM_VERSIONS, render, template } from './helm.ts';
import { containerOf, theOne } from './manifests.ts';

const SERVICES = ['gateway', 'read', 'corrections', 'recalc'] as const;
const read = (file: string): string => readFileSync(join(CHART, file), 'utf8');
const VALUES = parse(read('values.yaml')) as Record<string, unknown>;

/** The value that sets each variable, as the validation names it. */
const VALUE_OF = parse(
  /define "crypto-tax.valuesOfVariables" -}}\n([^{]*)/.exec(read('templates/_collisions.tpl'))?.[1] ?? '',
) as Readonly<Record<string, string>>;

describe('a free-form value', () => {
  it.each([
    [
      'corrections.extraEnv=[{"name":"TLS_CALLERS"}]',
      'extraEnv: the chart sets TLS_CALLERS; use operators.tlsNames',
    ],
    [
      'read.extraEnv=[{"name":"LOG_LEVEL"}]',
      'read.extraEnv: the chart sets LOG_LEVEL; use read.logLevel instead',
    ],
    [
      'read.extraEnv=[{"name":"DATABASE_URL_FILE"}]',
      'read.extraEnv: the chart sets DATABASE_URL_FILE; use read.database.existingSecret instead',
    ],
    [
      'recalc.extraEnv=[{"name":"NODE_EXTRA_CA_CERTS"}]',
      'recalc.extraEnv: the chart sets NODE_EXTRA_CA_CERTS; use privateCa.existingConfigMap instead',
    ],
    ['gateway.extraEnv=[{"name":"A"},{"name":"B"},{"name":"A"}]', 'gateway.extraEnv: has A twice'],
    ['read.extraVolumes=[{"name":"tls"}]', 'read.extraVolumes: the chart sets tls; choose another name'],
    ['read.extraVolumes=[{"name":"a"},{"name":"a"}]', 'read.extraVolumes: has a twice'],
    [
      'recalc.extraVolumeMounts=[{"name":"a","mountPath":"/etc/crypto-tax/private-ca/"}]',
      'recalc.extraVolumeMounts: the chart sets /etc/crypto-tax/private-ca; choose another path',
    ],
    [
      'gateway.extraVolumeMounts=[{"name":"a","mountPath":"/a"},{"name":"b","mountPath":"/a/"}]',
      'gateway.extraVolumeMounts: has /a twice',
    ],
  ])('such as %s is rejected: %s', async (setting, error) => {
    for (const version of HELM_VERSIONS) {
      const { code, stderr } = await template(version, ...example('tls'), '--set-json', setting);
      expect([code, stderr]).toEqual([1, expect.stringContaining(error)]);
    }
  });

  it('is rejected for every variable of every service, with a value that the chart has', async () => {
    for (const name of SERVICES) {
      const variables = containerOf(theOne(await render('production'), 'Deployment', name)).env;
      const extra = variables.map((variable) => ({ name: variable.name, value: '' }));
      const setting = `${name}.extraEnv=${JSON.stringify(extra)}`;
      const { stderr } = await template('helm4', ...example('production'), '--set-json', setting);
      for (const variable of variables)
        expect(stderr).toMatch(
          new RegExp(`${name}\\.extraEnv: the chart sets ${variable.name}; use \\S+ instead`),
        );
    }
  });

  it('is accepted under a name that the chart does not render', async () => {
    const manifests = await render('minimal', 'read.extraEnv=[{"name":"TLS_CALLERS"},{"name":"A"}]');
    const names = containerOf(theOne(manifests, 'Deployment', 'read')).env.map(({ name }) => name);
    expect(names.slice(-2)).toEqual(['TLS_CALLERS', 'A']);
  });
});

describe('the value that the validation names for a variable', () => {
  it('is known for every variable of every example, and is one of the chart', async () => {
    for (const example of CI_VALUES) {
      const manifests = await render(example);
      for (const name of SERVICES)
        for (const variable of containerOf(theOne(manifests, 'Deployment', name)).env) {
          const value = VALUE_OF[variable.name]?.replace('SERVICE', name) ?? `nothing for ${variable.name}`;
          expect([value, namesIn(VALUES)]).toEqual([value, expect.arrayContaining([value]) as unknown]);
        }
    }
  });
});

/** Returns the dotted names of all values. */
function namesIn(values: object): string[] {
  return Object.entries(values).flatMap(([name, value]) => [
    name,
    ...(typeof value === 'object' && value !== null
      ? namesIn(value as object).map((inner) => `${name}.${inner}`)
      : []),
  ]);
}
