/** Configuration from environment variables and files, checked at start; all faults are reported together. */
import { parseArgs } from 'node:util';
import type { z } from 'zod';
import {
  type Config,
  FROM_FILES,
  isGiven,
  readSetting,
  type SettingName,
  SETTINGS,
  TOGETHER,
} from './config.ts';
import { SettingFault } from './given-value.ts';
import { readCertificates, readHttpCertificate, TlsFault } from './tls-files.ts';

/**
 * Reads the named settings from the environment. With `--help` it prints their table and ends the process. With faults it prints
 * one line for each and ends the process with exit code 2.
 */
export function loadConfig<Name extends SettingName>(service: string, names: readonly Name[]): Config<Name> {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } }, strict: true });
  if (values.help === true) {
    process.stdout.write(settingsHelp(service, names));
    process.exit(0);
  }
  const faults: string[] = [];
  const config: Record<string, unknown> = {};
  for (const name of names)
    try {
      config[name] = readSetting(name).value;
    } catch (error) {
      if (!(error instanceof SettingFault)) throw error;
      faults.push(error.message);
    }
  for (const group of TOGETHER) faults.push(...faultsOfGroup(group, names));
  faults.push(...faultsOfTls(config), ...faultsOfHttpTls(config));
  if (faults.length > 0) {
    process.stderr.write(`${service}: bad configuration\n${faults.map((fault) => `  ${fault}\n`).join('')}`);
    process.exit(2);
  }
  return config as Config<Name>;
}

function faultsOfGroup(group: readonly SettingName[], names: readonly SettingName[]): string[] {
  const read = group.filter((name) => names.includes(name));
  const isAnySet = read.some(isGiven);
  const missing = isAnySet ? read.filter((name) => !isGiven(name)) : [];
  return missing.map(
    (name) => `${name}: is required together with ${read.filter((other) => other !== name).join(' and ')}`,
  );
}

function faultsOfTls(config: Partial<Config<SettingName>>): readonly string[] {
  const { TLS_CA_FILE: ca, TLS_CERT_FILE: certificate, TLS_KEY_FILE: key, TLS_CALLERS: callers } = config;
  if (ca === undefined || certificate === undefined || key === undefined)
    return ca === undefined && callers !== undefined && callers.length > 0
      ? ['TLS_CALLERS: needs TLS_CA_FILE, TLS_CERT_FILE and TLS_KEY_FILE']
      : [];
  return faultsOfFiles(() => readCertificates({ ca, certificate, key }));
}

function faultsOfHttpTls(config: Partial<Config<SettingName>>): readonly string[] {
  const { HTTP_TLS_CERT_FILE: certificate, HTTP_TLS_KEY_FILE: key } = config;
  if (certificate === undefined || key === undefined) return [];
  return faultsOfFiles(() => readHttpCertificate({ certificate, key }));
}

function faultsOfFiles(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof TlsFault) return error.faults;
    throw error;
  }
}

function settingsHelp(service: string, names: readonly SettingName[]): string {
  const rows = names.map((name) => {
    const schema: z.ZodType = SETTINGS[name];
    const fallback = schema.safeParse(undefined);
    const required = fallback.success ? `default ${JSON.stringify(fallback.data ?? 'none')}` : 'required';
    return `  ${name.padEnd(32)}${schema.description ?? ''} (${required})\n`;
  });
  const files = names.filter((name) => name in FROM_FILES).map((name) => `${name}_FILE`);
  const more = files.length === 0 ? '' : `\nor from the files that these name: ${files.join(', ')}\n`;
  return `${service}: settings from the environment\n\n${rows.join('')}${more}`;
}
