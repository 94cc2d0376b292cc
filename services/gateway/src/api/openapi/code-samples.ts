/** Samples of each operation in curl, TypeScript and Python, made from the contract's examples. */
import { EXAMPLES } from '@ctx/contract/examples';
import type { Example } from '@ctx/contract/examples/example';
import type { Operation, OperationId } from '@ctx/contract/operations';

/** A sample, as `x-codeSamples` of the document lists it. */
export interface CodeSample {
  readonly lang: 'Shell' | 'TypeScript' | 'Python';
  readonly label: string;
  /** The whole program. It reads the token from the environment variable TOKEN. */
  readonly source: string;
}

/** Where the samples of a document without an address of its own send their requests. */
const EXAMPLE_ADDRESS = 'https://tax.example';

/** A request, as every sample of an operation sends it. */
interface SampleRequest {
  readonly method: Operation['method'];
  readonly url: string;
  readonly body: object | undefined;
  readonly file: Example['file'];
  /** The name of the file that the response is saved as; null for JSON, which is printed. */
  readonly savedAs: string | null;
}

/** Returns the samples of an operation of the service at `baseUrl`. A document is saved as a file. */
export function codeSamples(
  operation: Operation,
  baseUrl: string,
  savedAs: string | null = null,
): CodeSample[] {
  const address = URL.canParse(baseUrl) ? baseUrl : EXAMPLE_ADDRESS;
  const request = { ...requestOf(operation, address), savedAs };
  return [
    { lang: 'Shell', label: 'curl', source: curlSample(request) },
    { lang: 'TypeScript', label: 'TypeScript', source: typeScriptSample(request) },
    { lang: 'Python', label: 'Python', source: pythonSample(request) },
  ];
}

function requestOf({ id, method, path, query }: Operation, address: string): Omit<SampleRequest, 'savedAs'> {
  const { parameters = {}, body, file } = EXAMPLES[id as OperationId];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(parameters[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (name in query.shape) search.append(name, String(value));
  return {
    method,
    url: `${address}${filled}${search.size === 0 ? '' : `?${search.toString()}`}`,
    body,
    file,
  };
}

function curlSample({ method, url, body, file, savedAs }: SampleRequest): string {
  const verb = method === 'GET' ? '' : `-X ${method} `;
  const options = ['-H "Authorization: Bearer $TOKEN"'];
  if (body !== undefined)
    options.push(`-H 'Content-Type: application/json'`, `-d ${shellQuoted(indented(body))}`);
  if (file !== undefined)
    options.push(`-H 'Content-Type: ${file.type}'`, `--data-binary ${shellQuoted(file.text)}`);
  if (savedAs !== null) options.push(`-o ${savedAs}`);
  return [`curl ${verb}${shellQuoted(url)}`, ...options.map((option) => `  ${option}`)].join(' \\\n');
}

function typeScriptSample({ method, url, body, file, savedAs }: SampleRequest): string {
  const lines = savedAs === null ? [] : [`import { writeFile } from 'node:fs/promises';`, ''];
  lines.push(`const response = await fetch('${url}', {`);
  if (method !== 'GET') lines.push(`  method: '${method}',`);
  const sent =
    body === undefined
      ? file?.text && JSON.stringify(file.text)
      : `JSON.stringify(${indented(body).replaceAll('\n', '\n  ')})`;
  if (sent === undefined) lines.push('  headers: { Authorization: `Bearer ${process.env.TOKEN}` },');
  else
    lines.push(
      '  headers: {',
      '    Authorization: `Bearer ${process.env.TOKEN}`,',
      `    'Content-Type': '${file?.type ?? 'application/json'}',`,
      '  },',
      `  body: ${sent},`,
    );
  lines.push(
    '});',
    'if (!response.ok) throw new Error(await response.text());',
    savedAs === null
      ? 'console.log(await response.json());'
      : `await writeFile('${savedAs}', Buffer.from(await response.arrayBuffer()));`,
  );
  return lines.join('\n');
}

function pythonSample({ method, url, body, file, savedAs }: SampleRequest): string {
  const token = `"Authorization": f"Bearer {os.environ['TOKEN']}"`;
  const lines = [
    ...(savedAs === null ? ['import json'] : []),
    'import os',
    ...(savedAs === null ? [] : ['import shutil']),
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    "${url}",`,
  ];
  if (method !== 'GET') lines.push(`    method="${method}",`);
  const sent =
    body === undefined ? file?.text && JSON.stringify(file.text) : `json.dumps(${pythonValue(body, '    ')})`;
  if (sent === undefined) lines.push(`    headers={${token}},`);
  else
    lines.push(
      '    headers={',
      `        ${token},`,
      `        "Content-Type": "${file?.type ?? 'application/json'}",`,
      '    },',
      `    data=${sent}.encode(),`,
    );
  lines.push(
    ')',
    ...(savedAs === null
      ? [
          'with urllib.request.urlopen(request) as response:',
          '    print(json.dumps(json.load(response), indent=2))',
        ]
      : [
          `with urllib.request.urlopen(request) as response, open("${savedAs}", "wb") as file:`,
          '    shutil.copyfileobj(response, file)',
        ]),
  );
  return lines.join('\n');
}

const indented = (body: object): string => JSON.stringify(body, null, 2);

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Writes a JSON value as a Python literal. A line after the first starts with `margin`. */
function pythonValue(value: unknown, margin: string): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${margin}    `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const items = Object.entries(value).map(([name, each]) => {
    const text = pythonValue(each, inner);
    return `${inner}${Array.isArray(value) ? text : `${JSON.stringify(name)}: ${text}`},\n`;
  });
  return items.length === 0 ? `${open}${close}` : `${open}\n${items.join('')}${margin}${close}`;
}
