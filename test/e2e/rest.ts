/** Helpers for tests of the REST surface: a client of one stack, and exact comparison with the contract's bodies. */
import { expect } from '@jest/globals';
import { z } from 'zod';
import { conformingFetch } from '../api/client.ts';
import type { Answer, TestStack } from './stack.ts';

export type Send = (path: string, init?: RequestInit, token?: string) => Promise<Answer>;

/** An address, or a stack, which may be started later. */
export type Server = string | Pick<TestStack, 'ready'>;

export function addressOf(server: Server): string {
  return typeof server === 'string' ? server : server.ready().baseUrl;
}

/** Returns a client that checks every response against the interface description. It sends a token only if one is given. */
export function restClient(server: Server): Send {
  return async (path, init = {}, token = '') => {
    const headers = new Headers(init.headers);
    if (token !== '') headers.set('authorization', `Bearer ${token}`);
    const response = await conformingFetch(addressOf(server) + path, { ...init, headers });
    const text = await response.text();
    const body = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, text, body };
  };
}

/** Expects a body with exactly the fields of the schema, and the request id that every response has. */
export function expectBody(
  answer: { body: object; headers: { get(name: string): string | null | undefined } },
  schema: z.ZodObject,
): void {
  expect(z.strictObject(schema.shape).safeParse(answer.body).error?.issues ?? []).toEqual([]);
  expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
}

/** Returns the fields that a 400 response names. */
export function faultyFields(answer: { body: Record<string, unknown> }): string[] {
  return ((answer.body['fieldErrors'] ?? []) as { field: string }[]).map(({ field }) => field);
}

/** Expects a time between two values of `Date.now()`. Those are in milliseconds; the database's clock is more precise. */
export function expectBetween(instant: string, fromMs: number, untilMs: number): void {
  expect(Date.parse(instant)).toBeGreaterThanOrEqual(fromMs - 1);
  expect(Date.parse(instant)).toBeLessThanOrEqual(untilMs);
}
