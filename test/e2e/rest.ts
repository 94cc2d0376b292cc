/** What tests of the REST surface share: a client of one stack, and the contract's bodies to the letter. */
import { expect } from '@jest/globals';
import { z } from 'zod';
import { conformingFetch } from '../api/client.ts';
import type { Answer } from './stack.ts';

export type Send = (path: string, init?: RequestInit, token?: string) => Promise<Answer>;

/** A client that holds every answer to the interface description; no token unless one is given. */
export function restClient(baseUrl: string): Send {
  return async (path, init = {}, token = '') => {
    const headers = new Headers(init.headers);
    if (token !== '') headers.set('authorization', `Bearer ${token}`);
    const response = await conformingFetch(baseUrl + path, { ...init, headers });
    const text = await response.text();
    const body = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, text, body };
  };
}

/** Expects a body of exactly the schema's fields, and the id that every answer carries. */
export function expectBody(
  answer: { body: object; headers: { get(name: string): string | null | undefined } },
  schema: z.ZodObject,
): void {
  expect(z.strictObject(schema.shape).safeParse(answer.body).error?.issues ?? []).toEqual([]);
  expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
}

/** The fields a 400 names. */
export function faultyFields(answer: { body: Record<string, unknown> }): string[] {
  return ((answer.body['fieldErrors'] ?? []) as { field: string }[]).map(({ field }) => field);
}

/** Expects an instant between two of `Date.now()`, milliseconds; the database's clock has finer ones. */
export function expectBetween(instant: string, fromMs: number, untilMs: number): void {
  expect(Date.parse(instant)).toBeGreaterThanOrEqual(fromMs - 1);
  expect(Date.parse(instant)).toBeLessThanOrEqual(untilMs);
}
