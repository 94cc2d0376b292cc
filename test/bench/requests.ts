/** `npm run bench:requests`: a page of 50 transactions through gateway and read, beside one plain Express + pg program. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import autocannon, { type Request } from 'autocannon';
import { Connection, findSystem } from '../../deploy/ctx/connect.ts';
import { createToken } from '../../deploy/ctx/token.ts';
import { event, importLines, newUser, startTestStack, type TestStack } from '../e2e/stack.ts';

const HELP = `npm run bench:requests [-- --seconds N] [--rounds N]

Requests a second of GET /api/v1/transactions (50 rows) through gateway and read, with authentication and limits, beside
one Express + pg program that answers the same page with neither. Both take turns on the same cores and database.

  --seconds N   of each measurement (default 8)
  --rounds N    turns each (default 3); the median counts
  --clients N   connections at once (default 32)
`;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '32' },
    help: { type: 'boolean' },
  },
});
if (values.help === true) {
  process.stdout.write(HELP);
  process.exit(0);
}
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const clients = Number(values.clients);

const EVENTS = 1000;
/** A token has 120 requests a minute: enough of them for the fastest turn, taken in turn. */
const TOKENS = 400;
const PAGE = 'year=2026&size=50';

/** The page as an assistant asks for it, in the newest revision. */
const REVISION = '2026-07-28';
const TOOL = 'list_transactions';
const TOOL_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': REVISION,
  'mcp-method': 'tools/call',
  'mcp-name': TOOL,
};
const TOOL_CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: TOOL,
    arguments: { year: 2026, size: 50 },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': REVISION,
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});

interface Asking {
  readonly method?: 'GET' | 'POST';
  readonly body?: string;
  readonly headersOf?: () => Record<string, string>;
}

interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

const stack = await startTestStack();
let reference: { readonly process: ChildProcess; readonly port: number } | undefined;
try {
  const user = await prepare(stack);
  reference = await startReference(stack.ready().postgres.url);
  const { baseUrl } = stack.ready();
  const page = `transactions?user=${user.userId}&${PAGE}`;
  const plain = (): Promise<Measured> => measure(`http://127.0.0.1:${String(reference?.port)}/${page}`);
  let asked = 0;
  const authorization = (): Record<string, string> => {
    asked += 1;
    return { authorization: `Bearer ${String(user.tokens[asked % user.tokens.length])}` };
  };
  const through = (): Promise<Measured> =>
    measure(`${baseUrl}/api/v1/transactions?${PAGE}`, { headersOf: authorization });
  const asTool = (): Promise<Measured> =>
    measure(`${baseUrl}/mcp`, {
      method: 'POST',
      body: TOOL_CALL,
      headersOf: () => ({ ...TOOL_HEADERS, ...authorization() }),
    });
  for (const warmUp of [plain, through, asTool]) await warmUp();
  const turns = { plain: [] as Measured[], through: [] as Measured[], asTool: [] as Measured[] };
  for (let round = 0; round < rounds; round += 1) {
    turns.plain.push(await plain());
    turns.through.push(await through());
    turns.asTool.push(await asTool());
  }
  const [one, other, tool] = [turns.plain, turns.through, turns.asTool].map(median) as [
    Measured,
    Measured,
    Measured,
  ];
  say('Express + pg alone', one);
  say('gateway and read', other);
  say('the same as a tool', tool);
  ratio('gateway and read / Express + pg', other.perSecond / one.perSecond);
  ratio('cost of tools/call / cost of REST', other.perSecond / tool.perSecond);
} finally {
  reference?.process.kill();
  await stack.remove();
}

async function prepare(on: TestStack): Promise<{ userId: string; tokens: string[] }> {
  const { userId } = await newUser(on, 'bench@example.org');
  const account = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };
  const lines = Array.from({ length: EVENTS }, (_, at) =>
    event(
      `E${String(at)}`,
      at % 2 === 0 ? 'ACQUISITION' : 'DISPOSITION',
      '1.25',
      new Date(Date.UTC(2026, 0, 2) + at * 3_600_000).toISOString(),
      '100',
      { description: 'Bought on the exchange' },
    ),
  );
  await importLines(on, userId, [account, ...lines]);
  const connection = new Connection(findSystem({ DATA_DIR: on.dataDir }));
  try {
    const tokens: string[] = [];
    for (let index = 0; index < TOKENS; index += 1)
      tokens.push(
        (await createToken(connection, { user: Number(userId), name: 'bench', scope: 'read' })).token,
      );
    return { userId, tokens };
  } finally {
    connection.close();
  }
}

async function startReference(databaseUrl: string): Promise<{ process: ChildProcess; port: number }> {
  const main = fileURLToPath(new URL('../load/reference/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return { process: child, port: Number(chunk.toString()) };
}

/** One turn. A refusal or an answer without its 50 rows voids it. */
async function measure(
  url: string,
  { method = 'GET', body, headersOf = () => ({}) }: Asking = {},
): Promise<Measured> {
  const { origin, pathname, search } = new URL(url);
  let wrong = 0;
  const request: Request = {
    method,
    ...(body === undefined ? {} : { body }),
    path: pathname + search,
    setupRequest: (each) => ({ ...each, headers: headersOf() }),
    onResponse: (status, answer) => {
      if (status !== 200 || answer.split('"assetKey"').length !== 51) wrong += 1;
    },
  };
  const result = await autocannon({
    url: origin,
    connections: clients,
    duration: seconds,
    requests: [request],
  });
  if (wrong > 0 || result.errors > 0)
    throw new Error(`${String(wrong)} wrong answers, ${String(result.errors)} errors: nothing was measured`);
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

function median(turns: readonly Measured[]): Measured {
  const sorted = turns.toSorted((a, b) => a.perSecond - b.perSecond);
  return sorted[Math.floor(sorted.length / 2)] as Measured;
}

function say(what: string, { perSecond, p50, p99 }: Measured): void {
  process.stdout.write(
    `${what.padEnd(24)} ${perSecond.toFixed(0).padStart(6)} a second, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms\n`,
  );
}

function ratio(what: string, value: number): void {
  process.stdout.write(`${what.padEnd(36)} ${value.toFixed(2)}\n`);
}
