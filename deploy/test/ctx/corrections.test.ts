/** `ctx override`, `match`, `rule`, `undo` and `price` against a fake of the REST API. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { outcomeSections } from '../../ctx/effect.ts';
import { sectionsText } from '../../ctx/terminal.ts';
import { runCommand } from './fake-system.ts';

const [EVENT, OTHER] = ['0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7'];
let requests: string[] = [];
const NOTHING = '{"results":[]}';
let answer = NOTHING;
const server = createServer((request, response) => {
  void text(request).then((body) => {
    requests.push(`${String(request.method)} ${String(request.url)} ${body}`.trim());
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(answer);
  });
});
let environment: { CTX_URL: string; CTX_TOKEN: string };

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  environment = { CTX_URL: `http://127.0.0.1:${String(port)}`, CTX_TOKEN: 'ctx_of-the-test' };
});

beforeEach(() => {
  requests = [];
  answer = NOTHING;
});

afterAll(() => {
  server.close();
});

describe('A correction on the command line', () => {
  test.each<[args: string[], request: string]>([
    [
      ['override', '--event', EVENT, '--value', '12345678901234567.123456789012'],
      `POST /api/v1/overrides {"taxEventId":"${EVENT}","overriddenEuroValue":12345678901234567.123456789012}`,
    ],
    [
      ['override', '--event', EVENT, '--taxable', 'no', '--clear', 'notes', 'overriddenType', '--dry-run'],
      `POST /api/v1/overrides {"taxEventId":"${EVENT}","overriddenTaxable":false,"clear":["notes","overriddenType"],"dryRun":true}`,
    ],
    [['match', '--event', EVENT], `GET /api/v1/transfer-matches/candidates?taxEventId=${EVENT}`],
    [
      ['match', '--out', EVENT, '--in', OTHER, '--kind', 'SELF_TRANSFER', '--dry-run'],
      `POST /api/v1/transfer-matches {"outTaxEventId":"${EVENT}","inTaxEventId":"${OTHER}","transferKind":"SELF_TRANSFER","dryRun":true}`,
    ],
    [['match', '--remove', OTHER, '--dry-run'], `DELETE /api/v1/transfer-matches/${OTHER}?dryRun=true`],
    [['rule'], 'GET /api/v1/rules'],
    [
      ['rule', '--action', 'IGNORE_DUST', '--label', 'dust', '--match', 'DUST_THRESHOLD', '--below', '0.10'],
      'POST /api/v1/rules {"action":"IGNORE_DUST","label":"dust","matchType":"DUST_THRESHOLD","thresholdEur":0.10}',
    ],
    [['rule', '--remove', OTHER], `DELETE /api/v1/rules/${OTHER}`],
    [['undo'], 'GET /api/v1/history?size=20'],
    [['undo', '--entry', OTHER, '--dry-run'], `POST /api/v1/history/${OTHER}/undo?dryRun=true`],
    [['price', '--asset', 'BTC'], 'GET /api/v1/prices?assetKey=BTC'],
    [
      ['price', '--asset', 'BTC', '--day', '2025-12-31', '--eur', '75000.00', '--source', 'Kraken'],
      'POST /api/v1/prices {"prices":[{"assetKey":"BTC","day":"2025-12-31","eur":75000.00,"source":"Kraken"}]}',
    ],
    [['price', '--remove', OTHER], `DELETE /api/v1/prices/${OTHER}`],
  ])('ctx %j sends %s, with every digit, and prints the response', async (args, request) => {
    const { exitCode, stdout } = await runCommand(args, environment);
    expect({ exitCode, stdout, requests }).toEqual({
      exitCode: 0,
      stdout: `${NOTHING}\n`,
      requests: [request],
    });
  });

  test('of a price that the service rejects is an error with its code, although the request was answered', async () => {
    answer = JSON.stringify({
      results: [{ status: 'FAILED', code: 'YEAR_FROZEN', message: 'The year is submitted.' }],
    });
    const args = ['price', '--asset', 'BTC', '--day', '2025-12-31', '--eur', '1', '--source', 'x'];
    const { exitCode, json } = await runCommand(args, environment);
    expect({ exitCode, json }).toEqual({
      exitCode: 1,
      json: { error: { code: 'YEAR_FROZEN', message: 'The year is submitted.' } },
    });
  });

  test.each<[args: string[], reason: string]>([
    [['override', '--event', EVENT], 'say what to correct'],
    [['override', '--event', '7', '--value', '1'], 'a UUID from "ctx issues"'],
    [['override', '--event', EVENT, '--value', '1.250,50'], 'a number such as 1250.50'],
    [['override', '--event', EVENT, '--value', '-1'], 'a number such as 1250.50'],
    [['match'], 'give one of --event, --remove, or --out'],
    [['match', '--out', EVENT], 'a match needs --out, --in and --kind'],
    [['match', '--event', EVENT, '--remove', OTHER], 'give one of --event, --remove, or --out'],
    [['rule', '--action', 'MARK_INCOME'], 'a rule needs --action and --label'],
    [['rule', '--remove', OTHER, '--action', 'MARK_INCOME'], 'either --action or --remove'],
    [['undo', '--entry', 'last'], 'a UUID from "ctx undo"'],
    [['price', '--asset', 'BTC', '--eur', '1'], 'a price needs --asset, --eur, --source'],
    [['price', '--remove', OTHER, '--asset', 'BTC'], '--remove takes no other price'],
  ])('is rejected as wrong usage, and sends nothing: ctx %j', async (args, reason) => {
    const { exitCode, stderr } = await runCommand(args, environment);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(reason) });
    expect(requests).toEqual([]);
  });
});

describe('On a terminal, a correction', () => {
  const shown = (...args: Parameters<typeof outcomeSections>): string =>
    sectionsText(outcomeSections(...args), { columns: 120, hasColours: false });
  const figures = { totalCapitalGainsTax: '0', totalIncome: '0.00', totalIncomeTax: '0' };

  test('that is tried shows each year that changes, before and after, and the questions', () => {
    const preview = {
      years: [
        {
          year: '2026',
          before: { ...figures, totalCapitalGains: '7030.00', totalTax: '703.00' },
          after: { ...figures, totalCapitalGains: '6820.00', totalTax: '682.00' },
        },
      ],
      lockedYears: [],
      issues: { appearCount: '0', disappearCount: '1', appear: [], disappear: [] },
    };
    const lines = shown({ event: EVENT }, { recalc: 'NOT_NEEDED', preview });
    expect(lines).toMatch(/saved +no/);
    expect(lines).toMatch(/questions that disappear +1/);
    expect(lines).toMatch(/2026 +€7,030\.00 → €6,820\.00 +€0\.00 +€703\.00 → €682\.00/);
    expect(lines).not.toContain(EVENT);
  });

  test('that is saved shows what it is and whether a recalculation follows', () => {
    expect(shown({ event: EVENT, changed: true }, { recalc: 'SCHEDULED' })).toMatch(
      new RegExp(`event +${EVENT}\\nchanged +yes\\nrecalculation +SCHEDULED`),
    );
  });
});
