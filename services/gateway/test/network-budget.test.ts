/** How often a network may ask for what leaves a row before anybody has signed in. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { limitNetwork, NetworkBudget } from '../src/oauth/network-budget.ts';

describe('The budget of a network', () => {
  it('lets 600 requests of a minute through, and says when the next minute begins', () => {
    const budget = new NetworkBudget();
    const answers = Array.from({ length: 600 }, () => budget.take('a', 0));
    expect(new Set(answers)).toEqual(new Set([0]));
    expect([budget.take('a', 0), budget.take('a', 30_000), budget.take('a', 59_999)]).toEqual([60, 30, 1]);
    expect([budget.take('b', 30_000), budget.take('a', 60_000)]).toEqual([0, 0]);
  });

  it('remembers 10,000 networks, and forgets those whose minute is over', () => {
    const budget = new NetworkBudget(1);
    for (let network = 0; network < 10_000; network += 1) budget.take(String(network), 0);
    expect([budget.take('more', 0), budget.take('more', 0), budget.take('7', 0)]).toEqual([0, 0, 60]);
    expect([budget.take('more', 60_000), budget.take('more', 60_000)]).toEqual([0, 60]);
  });

  it('answers a browser with a page and an app with an OAuth error, and other networks as before', async () => {
    const app = express();
    app.use(limitNetwork(({ headers }) => String(headers['x-address']), new NetworkBudget(2)));
    app.use((_request, response) => {
      response.send('let through');
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const ask = (address: string, method = 'GET'): Promise<Response> =>
      fetch(`http://127.0.0.1:${String(port)}/`, { method, headers: { 'x-address': address } });
    await ask('198.51.100.1');
    await ask('198.51.100.2', 'POST');
    const [page, refusal, other] = [
      await ask('198.51.100.3'),
      await ask('198.51.100.3', 'POST'),
      await ask('203.0.113.1'),
    ];
    expect([page.status, refusal.status, other.status]).toEqual([429, 429, 200]);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await page.text()).toContain('<h1>Too many requests</h1>');
    expect(await refusal.json()).toMatchObject({ error: 'temporarily_unavailable' });
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
});
