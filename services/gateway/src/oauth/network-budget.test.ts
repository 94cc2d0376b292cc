import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { MinuteBudget } from '../http/minute-budget.ts';
import { limitNetwork } from './network-budget.ts';

describe('the request budget of a network', () => {
  it('allows 600 requests in a minute, and returns the seconds until the next minute', () => {
    const budget = new MinuteBudget(600);
    const waits = Array.from({ length: 600 }, () => budget.take('a', 0));
    expect(new Set(waits)).toEqual(new Set([0]));
    expect([budget.take('a', 0), budget.take('a', 30_000), budget.take('a', 59_999)]).toEqual([60, 30, 1]);
    expect([budget.take('b', 30_000), budget.take('a', 60_000)]).toEqual([0, 0]);
  });

  it('counts 10,000 networks, and deletes the networks whose minute has ended', () => {
    const budget = new MinuteBudget(1);
    for (let network = 0; network < 10_000; network += 1) budget.take(String(network), 0);
    expect([budget.take('more', 0), budget.take('more', 0), budget.take('7', 0)]).toEqual([0, 0, 60]);
    expect([budget.take('more', 60_000), budget.take('more', 60_000)]).toEqual([0, 60]);
  });

  it('responds 429 to a browser with a page and to an app with an OAuth error, and does not limit other networks', async () => {
    const app = express();
    app.use(limitNetwork(({ headers }) => String(headers['x-address']), new MinuteBudget(2)));
    app.use((_request, response) => {
      response.send('allowed');
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const send = (address: string, method = 'GET'): Promise<Response> =>
      fetch(`http://127.0.0.1:${String(port)}/`, { method, headers: { 'x-address': address } });
    await send('198.51.100.1');
    await send('198.51.100.2', 'POST');
    const [page, rejection, other] = [
      await send('198.51.100.3'),
      await send('198.51.100.3', 'POST'),
      await send('203.0.113.1'),
    ];
    expect([page.status, rejection.status, other.status]).toEqual([429, 429, 200]);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await page.text()).toContain('<h1>Too many requests</h1>');
    expect(await rejection.json()).toMatchObject({ error: 'temporarily_unavailable' });
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
});
