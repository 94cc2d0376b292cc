/** Generates docs/configuration.md from the settings that each service reads. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { FROM_FILES, SETTINGS, TOGETHER } from '@ctx/platform/config';
import { format } from 'prettier';
import type { z } from 'zod';
import { SERVICES, type ServiceName } from '../../deploy/stack/secrets.ts';

const INTRODUCTION = `# Configuration

Generated from \`services/common/platform/config.ts\` and what each service reads of it, by \`npm run openapi\`; do not edit.

Every service is configured by environment variables, checked once at its start: all faults are named at once, one a
line, and the process ends with exit code 2. A variable that is set to nothing is not set. A secret or key can be given as a file instead: \`NAME_FILE\` is
its path. The service reads the file every five seconds. What it lists as reloaded takes effect while it runs; the rest at its next start. \`npx --no -- node
services/read/src/main.ts --help\` prints the table of a service.`;

type SettingName = keyof typeof SETTINGS;

/** Returns the text of the document. */
export async function configurationText(): Promise<string> {
  const parts = await Promise.all(
    SERVICES.map(async (service) => `## ${service}\n\n${servicePart(await settingsOf(service))}`),
  );
  return format([INTRODUCTION, ...parts].join('\n\n'), {
    parser: 'markdown',
    proseWrap: 'always',
    printWidth: 120,
  });
}

const asked = new Map<ServiceName, Promise<SettingName[]>>();

/** Returns the settings that a service reads, in its own order, as the service itself prints them; cached. */
export function settingsOf(service: ServiceName): Promise<SettingName[]> {
  const settings = asked.get(service) ?? askSettings(service);
  asked.set(service, settings);
  return settings;
}

async function askSettings(service: ServiceName): Promise<SettingName[]> {
  const main = fileURLToPath(new URL(`../../services/${service}/src/main.ts`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [main, '--help']);
  const names = [...stdout.matchAll(/^ {2}([A-Z][A-Z_]*[A-Z])/gm)].map(([, name = '']) => name);
  return names.map((name) => {
    if (!Object.hasOwn(SETTINGS, name))
      throw new Error(`${service} reads ${name}, which config.ts does not hold`);
    return name as SettingName;
  });
}

function servicePart(names: readonly SettingName[]): string {
  const rows = names.map((name) => {
    const schema: z.ZodType = SETTINGS[name];
    return `| \`${name}\` | ${cell(schema.description ?? '')} | ${defaultOf(schema)} |`;
  });
  const together = TOGETHER.map((group) => group.filter((name) => names.includes(name)))
    .filter((group) => group.length > 1)
    .map((group) => `Set together or not at all: ${group.map((name) => `\`${name}\``).join(', ')}.`);
  const fromFiles = (effect: string): string =>
    names
      .filter((name) => (FROM_FILES as Partial<Record<SettingName, string>>)[name] === effect)
      .map((name) => `\`${name}_FILE\``)
      .join(', ');
  const files = [
    `As files, reloaded: ${fromFiles('reloaded')}.`,
    ...(fromFiles('at start') === '' ? [] : [`As files, read at the start: ${fromFiles('at start')}.`]),
  ];
  return [
    `| setting | meaning | default |\n| --- | --- | --- |\n${rows.join('\n')}`,
    ...together,
    ...files,
  ].join('\n\n');
}

function defaultOf(schema: z.ZodType): string {
  const { success, data } = schema.safeParse(undefined);
  if (!success) return '**required**';
  const isNothing = data === undefined || (Array.isArray(data) && data.length === 0);
  return isNothing ? 'none' : `\`${typeof data === 'string' ? data : JSON.stringify(data)}\``;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
