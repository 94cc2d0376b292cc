/** An exception in a tool never reaches the model (reliability.md, "MCP"): asked over the whole application, its answers fail. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type RejectionName, REJECTIONS } from '@ctx/common/domain/rejections';
import { createLogger } from '@ctx/common/platform/log';
import { Metadata } from '@grpc/grpc-js';
import { Router } from 'express';
import { createApp } from '../src/app.ts';
import type { Admitter } from '../src/auth/admission.ts';
import { YearsResponse } from '@ctx/common/contract/schemas';
import { compileTranscoder } from '@ctx/common/contract/transcode';
import { loadResponseTypes } from '@ctx/common/platform/message-types';
import { ReadServiceService } from '@ctx/proto/gen/ctx/v1/read';
import { type Answers, keepingBodies } from '../src/rest/answers.ts';
import type { Body } from '../src/rest/kept-bodies.ts';

const SECRET = 'SELECT password FROM users';
const REQUEST_ID = 'request-of-this-test';

const TOKEN = { tokenId: '1', tokenName: 'Test', version: '1' };
const IDENTITY = { ...TOKEN, userId: 1, email: null, plan: 'pro', betas: [] };
const BUDGET = { remaining: 100, resetSeconds: 60 };

interface Failing {
  /** What stands behind every tool. */
  readonly ask?: () => unknown;
  readonly admit?: () => unknown;
  readonly scopes?: readonly string[];
}

let server: Server;
let logged: Record<string, unknown>[];
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/** What throws, rejects. */
const promised = (work: () => unknown): Promise<unknown> =>
  new Promise((resolve) => {
    resolve(work());
  });

const writeYears = compileTranscoder(
  YearsResponse,
  loadResponseTypes(['read.proto'])(ReadServiceService.listYears.path),
);

/** Sends one message to an application that fails so; the log is in `logged`. */
async function send(failing: Failing, { headers, body }: ReturnType<typeof message>) {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  logged = [];
  const identity = { ...IDENTITY, scopes: failing.scopes ?? ['read', 'write'] };
  const admitted = { outcome: 'ADMITTED', identity, budget: BUDGET };
  const ask = async (): Promise<Body> => ({
    bytes: writeYears((await promised(() => failing.ask?.())) as Uint8Array),
  });
  const parts = {
    admitter: { admit: () => promised(() => failing.admit?.() ?? admitted) } as unknown as Admitter,
    answers: { bodyOf: keepingBodies(() => ask) } as Answers,
    settings: { baseUrl, upgradeUrl: baseUrl },
    log: createLogger('gateway', 'info', {
      write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>),
    }),
    ...{
      isFromProxy: () => false,
      addressOf: () => '127.0.0.1',
      corsOrigins: [],
      version: '1',
      securityContact: null,
      isDraining: () => false,
    },
    people: Router(),
  };
  server.on('request', createApp(parts));
  const response = await fetch(`${baseUrl}/mcp`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  // The older era's answers are events.
  const json = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as Answer;
  return { status: response.status, text: `${text}${JSON.stringify([...response.headers])}`, json };
}

interface Answer {
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
      ...{ authorization: 'Bearer token', 'content-type': 'application/json', 'x-request-id': REQUEST_ID },
      ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': REVISIONS[era] },
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

const told = (level: string) => logged.filter((line) => line['level'] === level);

function grpcError(code: number): Error {
  const error = new Error(`${String(code)} INTERNAL: ${SECRET}`);
  return Object.assign(error, { code, details: SECRET, metadata: new Metadata() });
}

const WITH_EVERYTHING = Object.assign(new Error(SECRET, { cause: new Error(SECRET) }), {
  ...{ code: -32_602, data: SECRET, stack: SECRET, status: 400, statusCode: 400, expose: true },
});

describe.each<Era>(['legacy', 'modern'])('What fails behind a tool, %s era', (era) => {
  it.each<[what: string, ask: () => unknown, refused: RejectionName]>([
    ['an Error with a cause', throwing(new Error(SECRET, { cause: new Error(SECRET) })), 'INTERNAL'],
    ['an Error with all that the protocol or HTTP would show', throwing(WITH_EVERYTHING), 'INTERNAL'],
    ['a text', throwing(SECRET), 'INTERNAL'],
    ['an object', throwing({ message: SECRET }), 'INTERNAL'],
    ['null', throwing(null), 'INTERNAL'],
    ['undefined', throwing(undefined), 'INTERNAL'],
    ['a gRPC error', throwing(grpcError(13)), 'INTERNAL'],
    ['a gRPC error of a service that is down', throwing(grpcError(14)), 'UNAVAILABLE'],
    [
      'an answer that ends within a field',
      () => Buffer.concat([Buffer.from([10, 127]), Buffer.from(SECRET)]),
      'INTERNAL',
    ],
    ['no answer at all', () => undefined, 'INTERNAL'],
  ])('%s: the status, code and message of a refusal, and nothing else', async (_what, ask, refused) => {
    const { status, text, json } = await send({ ask }, callListYears(era));
    const { http, code, message: words } = REJECTIONS[refused];
    expect([status, json.result?.isError, json.result?.content.length]).toEqual([200, true, 1]);
    expect(JSON.parse(json.result?.content[0]?.text ?? '')).toEqual({
      ...{ status: http, code, message: words, fieldErrors: null },
    });
    expect(json.result).not.toHaveProperty('structuredContent');
    expect(text).not.toContain(SECRET);
  });

  it('the log has the rest, with the id of the request', async () => {
    await send({ ask: throwing(new Error(SECRET)) }, callListYears(era));
    expect(told('error')).toMatchObject([
      { requestId: REQUEST_ID, err: { message: SECRET }, msg: 'request failed' },
    ]);
  });

  it('while the tools are listed: the error of the protocol, and the log has the rest', async () => {
    const scopes = { includes: throwing(WITH_EVERYTHING) } as unknown as readonly string[];
    const { text, json } = await send({ scopes }, message(era, 'tools/list'));
    expect(json).toMatchObject({ id: 1, error: { message: expect.any(String) } });
    expect(Object.keys(json.error ?? {})).toEqual(['code', 'message']);
    expect(text).not.toContain(SECRET);
    expect(told('error')).toMatchObject([{ requestId: REQUEST_ID, msg: 'request failed' }]);
  });

  it.each<[what: string, failing: Failing]>([
    ['while a token is looked up', { admit: throwing(new Error(SECRET)) }],
    [
      'while scopes are looked at',
      { scopes: { includes: throwing(new Error(SECRET)) } as unknown as readonly string[] },
    ],
  ])('before the protocol, %s: the 500 of the API, and the log has the rest', async (_what, failing) => {
    const { status, text, json } = await send(failing, callListYears(era));
    const { code, message: words } = REJECTIONS.INTERNAL;
    expect([status, json]).toEqual([
      500,
      { success: false, message: words, code, fieldErrors: null, upgradeUrl: null },
    ]);
    expect(text).not.toContain(SECRET);
    expect(told('error')).toMatchObject([{ requestId: REQUEST_ID, err: { message: SECRET } }]);
  });

  it('an error of the protocol is logged briefly, however long what it is about, with the id of the request', async () => {
    const method = `${SECRET} `.repeat(20_000);
    const { text } = await send({}, { ...message(era, 'ping'), body: message(era, method).body });
    expect(text).not.toContain(SECRET);
    const [refused] = logged.filter(({ msg }) => msg === 'MCP request rejected');
    expect(refused).toMatchObject({ requestId: REQUEST_ID });
    expect(JSON.stringify(refused).length).toBeLessThan(3000);
  });
});
