/** Writes the generated files: interface description, client types, tasks for an assistant, settings. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { buildOpenApi } from '../../services/gateway/src/api/openapi/document.ts';
import { tasksText } from '../e2e/mcp/tasks/document.ts';
import manifest from '../../services/gateway/package.json' with { type: 'json' };
import { helpOnly } from '../command-line.ts';
import { type ApiRecord, changelogText, partsOf, withChanges } from './api-changes.ts';
import { breakingChanges, type Document } from './breaking-changes.ts';
import { configurationText } from './configuration.ts';
import { clientWithoutAsyncio, pythonOperations, pythonRecords } from './python-client.ts';

const ROOT = new URL('../../', import.meta.url);
export const DOCUMENT_FILE = fileURLToPath(new URL('docs/openapi.json', ROOT));
export const TYPES_FILE = fileURLToPath(new URL('client/src/schema.ts', ROOT));
export const TASKS_FILE = fileURLToPath(new URL('docs/mcp-tasks.md', ROOT));
export const CONFIGURATION_FILE = fileURLToPath(new URL('docs/configuration.md', ROOT));

export const API_RECORD_FILE = fileURLToPath(new URL('docs/api-changelog.json', ROOT));
export const API_CHANGELOG_FILE = fileURLToPath(new URL('docs/guides/api-changelog.md', ROOT));
const PYTHON_CLIENT = fileURLToPath(new URL('client-python/src/crypto_tax_client/', ROOT));

/** Returns the interface description as it is stored: for a service at the address from which it was fetched. */
export function documentText(): string {
  return `${JSON.stringify(buildOpenApi('/', manifest.version), null, 2)}\n`;
}

/** Returns the types of the client, as they are stored. */
export async function typesText(): Promise<string> {
  const types = astToString(await openapiTS(documentText(), { alphabetize: false }));
  return `/** Generated from docs/openapi.json by \`npm run openapi\`; do not edit. */\n${types}`;
}

/** Returns the generated files of the Python client, by their path. */
export function pythonFiles(): ReadonlyMap<string, string> {
  const description = JSON.parse(documentText()) as Parameters<typeof pythonRecords>[0];
  const withAsyncio = readFileSync(`${PYTHON_CLIENT}async_client.py`, 'utf8');
  return new Map([
    [`${PYTHON_CLIENT}records.py`, pythonRecords(description)],
    [`${PYTHON_CLIENT}operations.py`, pythonOperations(description)],
    [`${PYTHON_CLIENT}client.py`, clientWithoutAsyncio(withAsyncio)],
  ]);
}

const HELP = `npm run openapi

Writes docs/openapi.json, client/src/schema.ts, the generated files of client-python, docs/mcp-tasks.md and docs/configuration.md,
and adds what is new to the changelog of the API, under today's date (UTC). Writes nothing when a change breaks clients of v1.

  --help    print this help
`;

async function main(): Promise<void> {
  helpOnly(HELP);
  const text = documentText();
  const before = existsSync(DOCUMENT_FILE) ? readFileSync(DOCUMENT_FILE, 'utf8') : text;
  const breaking = breakingChanges(JSON.parse(before) as Document, JSON.parse(text) as Document);
  if (breaking.length > 0) {
    process.stderr.write(
      `These changes break clients of v1; a breaking change gets a new version path:\n${breaking.map((change) => `  ${change}\n`).join('')}`,
    );
    process.exit(1);
  }
  writeFileSync(DOCUMENT_FILE, text);
  writeFileSync(TYPES_FILE, await typesText());
  for (const [file, pythonText] of pythonFiles()) writeFileSync(file, pythonText);
  writeApiChangelog(text);
  writeFileSync(TASKS_FILE, await tasksText());
  writeFileSync(CONFIGURATION_FILE, await configurationText());
}

/** Adds the difference between the changelog and the interface description to the changelog. */
function writeApiChangelog(text: string): void {
  const record = JSON.parse(readFileSync(API_RECORD_FILE, 'utf8')) as ApiRecord;
  const parts = partsOf(JSON.parse(text) as Parameters<typeof partsOf>[0]);
  const changed = withChanges(record, parts, new Date().toISOString().slice(0, 10));
  writeFileSync(API_RECORD_FILE, `${JSON.stringify(changed, null, 1)}\n`);
  writeFileSync(API_CHANGELOG_FILE, changelogText(changed));
}

if (import.meta.main) await main();
