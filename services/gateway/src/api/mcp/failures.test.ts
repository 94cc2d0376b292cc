/** Exceptions in a tool never reach the model (reliability.md, "MCP"): the whole application, with handlers that fail. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { codeOf, type RejectionName, REJECTIONS } from '@ctx/domain/rejections';
import { createLogger } from '@ctx/platform/log';
import { Metadata } from '@grpc/grpc-js';
import { Router } from 'express';
import { createApp } from '../../app/app.ts';
import type { Admitter } from '../../identity/auth/admission.ts';
import { YearsResponse } from '@ctx/contract/schemas';
import { ReadServiceService } from '@ctx/proto/gen/ctx/v1/read';
import { type Answers, createHandlers } from '../../answers/answers.ts';
import type { ResponseBody } from '../../answers/response-cache.ts';
import { Documents } from '../../reports/documents.ts';
import { loadResponseTypes } from '../../answers/transcode/message-types.ts';
import { compileTranscoder } from '../../answers/transcode/transcode.ts';

const SECRET = 'SELECT password FROM users';
const REQUEST_ID = 'request-of-this-test';

const TOKEN = { tokenId: '1', tokenName: 'Test', version: '1' };
const IDENTITY = { ...TOKEN, userId: 1, email: null, plan: 'pro', betas: [] };
const BUDGET = { remaining: 100, resetSeconds: 60 };

/** Parts of the application that a test makes fail. */
interface FailingParts {
  /** Performs every tool call. */
  readonly perform?: () => unknown;
  readonly admit?: () => unknown;
  readonly scopes?: readonly string[];
}

let server: Server;
let logged: Record<string, unknown>[];
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/** Runs `work` in a promise, so that a throw becomes a rejection. */
const runAsync = (work: () => unknown): Promise<unknown> =>
  new Promise((resolve) => {
    resolve(work());
  });

const writeYears = compileTranscoder(
  YearsResponse,
  loadResponseTypes(['read.proto'])(ReadServiceService.listYears.path),
);

/** Sends one message to an application with failing parts. Its log is in `logged`. */
async function send(failing: FailingParts, { headers, body }: ReturnType<typeof message>) {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  logged = [];
  const identity = { ...IDENTITY, scopes: failing.scopes ?? ['read', 'write'] };
  const admitted = { outcome: 'ADMITTED', identity, budget: BUDGET };
  const handler = async (): Promise<ResponseBody> => ({
    bytes: writeYears((await runAsync(() => failing.perform?.())) as Uint8Array),
  });
  const parts = {
    admitter: { admit: () => runAsync(() => failing.admit?.() ?? admitted) } as unknown as Admitter,
    answers: {
      handlers: createHandlers(() => handler),
      assetNames: (_operation, _call, input) => Promise.resolve(input),
    } as Partial<Answers> as Answers,
    documents: new Documents(),
    settings: { baseUrl, upgradeUrl: baseUrl },
    log: createLogger('gateway', 'info', {
      write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>),
    }),
    isFromProxy: () => false,
    addressOf: () => '127.0.0.1',
    corsOrigins: [],
    version: '1',
    operator: { privacyUrl: null, termsUrl: null, supportContact: null, securityContact: null },
    isDraining: () => false,
    web: Router(),
  };
  server.on('request', createApp(parts));
  const response = await fetch(`${baseUrl}/mcp`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  // Clients of the older protocol era get an event.
  const json = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as JsonRpcResponse;
  return { status: response.status, text: `${text}${JSON.stringify([...response.headers])}`, json };
}

interface JsonRpcResponse {
  readonly result?: { readonly isError: boolean; readonly content: readonly { readonly text: string }[] };
  readonly error?: object;
}

type Era = 'legacy' | 'modern';
const REVISIONS = { legacy: '2025-11-25', modern: '2026-07-28' };

function message(era: Era, method: string, params: { readonly name?: string } = {}) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': REVISIONS.modern,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const more = era === 'legacy' ? {} : { _meta: meta };
  return {
    headers: {
      authorization: 'Bearer token',
      'content-type': 'application/json',
      'x-request-id': REQUEST_ID,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISIONS[era],
      ...(era === 'legacy' ? {} : { 'mcp-method': method }),
      ...(era === 'legacy' || params.name === undefined ? {} : { 'mcp-name': params.name }),
    },
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, ...more } },
  };
}

const callListYears = (era: Era) => message(era, 'tools/call', { name: 'list_years' });

const throwing = (thrown: unknown) => (): never => {
  throw thrown;
};

const loggedAt = (level: string) => logged.filter((line) => line['level'] === level);

function grpcError(code: number): Error {
  const error = new Error(`${String(code)} INTERNAL: ${SECRET}`);
  return Object.assign(error, { code, details: SECRET, metadata: new Metadata() });
}

const ERROR_WITH_ALL_PROPERTIES = Object.assign(new Error(SECRET, { cause: new Error(SECRET) }), {
  code: -32_602,
  data: SECRET,
  stack: SECRET,
  status: 400,
  statusCode: 400,
  expose: true,
});

describe.each<Era>(['legacy', 'modern'])('An MCP endpoint with failing parts, %s protocol era,', (era) => {
  it.each<[what: string, perform: () => unknown, rejection: RejectionName]>([
    ['an Error with a cause', throwing(new Error(SECRET, { cause: new Error(SECRET) })), 'INTERNAL'],
    [
      'an Error with every property that MCP or HTTP libraries show',
      throwing(ERROR_WITH_ALL_PROPERTIES),
      'INTERNAL',
    ],
    ['a text', throwing(SECRET), 'INTERNAL'],
    ['an object', throwing({ message: SECRET }), 'INTERNAL'],
    ['null', throwing(null), 'INTERNAL'],
    ['undefined', throwing(undefined), 'INTERNAL'],
    ['a gRPC error', throwing(grpcError(13)), 'INTERNAL'],
    ['a gRPC error of a service that is down', throwing(grpcError(14)), 'UNAVAILABLE'],
    [
      'a response that ends within a field',
      () => Buffer.concat([Buffer.from([10, 127]), Buffer.from(SECRET)]),
      'INTERNAL',
    ],
    ['an undefined response', () => undefined, 'INTERNAL'],
  ])(
    'turns %s into the status, code and message of a rejection, and nothing else',
    async (_what, perform, rejection) => {
      const { status, text, json } = await send({ perform }, callListYears(era));
      const { http, message: rejectionText } = REJECTIONS[rejection];
      expect([status, json.result?.isError, json.result?.content.length]).toEqual([200, true, 1]);
      expect(JSON.parse(json.result?.content[0]?.text ?? '')).toEqual({
        status: http,
        code: codeOf(rejection),
        message: rejectionText,
        fieldErrors: null,
      });
      expect(json.result).not.toHaveProperty('structuredContent');
      expect(text).not.toContain(SECRET);
    },
  );

  it('logs the error of a tool, with the request id', async () => {
    await send({ perform: throwing(new Error(SECRET)) }, callListYears(era));
    expect(loggedAt('error')).toMatchObject([
      { requestId: REQUEST_ID, err: { message: SECRET }, msg: 'request failed' },
    ]);
  });

  it('responds to an error in tools/list with a protocol error without details, and logs it', async () => {
    const scopes = { includes: throwing(ERROR_WITH_ALL_PROPERTIES) } as unknown as readonly string[];
    const { text, json } = await send({ scopes }, message(era, 'tools/list'));
    expect(json).toMatchObject({ id: 1, error: { message: expect.any(String) } });
    expect(Object.keys(json.error ?? {})).toEqual(['code', 'message']);
    expect(text).not.toContain(SECRET);
    expect(loggedAt('error')).toMatchObject([{ requestId: REQUEST_ID, msg: 'request failed' }]);
  });

  it.each<[what: string, failing: FailingParts]>([
    ['admission', { admit: throwing(new Error(SECRET)) }],
    [
      'the check of scopes',
      { scopes: { includes: throwing(new Error(SECRET)) } as unknown as readonly string[] },
    ],
  ])(
    'responds to an error in %s with the 500 of the API without details, and logs it',
    async (_what, failing) => {
      const { status, text, json } = await send(failing, callListYears(era));
      const { message: rejectionText } = REJECTIONS.INTERNAL;
      expect([status, json]).toEqual([
        500,
        { success: false, message: rejectionText, code: 'INTERNAL', fieldErrors: null, upgradeUrl: null },
      ]);
      expect(text).not.toContain(SECRET);
      expect(loggedAt('error')).toMatchObject([{ requestId: REQUEST_ID, err: { message: SECRET } }]);
    },
  );

  it('logs a protocol error with at most 3,000 characters and the request id, however long the message', async () => {
    const method = `${SECRET} `.repeat(20_000);
    const { text } = await send({}, { ...message(era, 'ping'), body: message(era, method).body });
    expect(text).not.toContain(SECRET);
    const [rejected] = logged.filter(({ msg }) => msg === 'MCP request rejected');
    expect(rejected).toMatchObject({ requestId: REQUEST_ID });
    expect(JSON.stringify(rejected).length).toBeLessThan(3000);
  });
});
