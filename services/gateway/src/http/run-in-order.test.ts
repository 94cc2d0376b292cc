/** Handlers combined by `runInOrder`, in a real server. */
import { type AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { runInOrder } from './run-in-order.ts';

const calls: string[] = [];
const passThrough =
  (name: string): RequestHandler =>
  (_request, _response, next) => {
    calls.push(name);
    next();
  };

/** Sends a request to a server with these handlers. Returns the response and the names of the handlers that ran. */
async function request(...handlers: RequestHandler[]): Promise<{ text: string; calls: string[] }> {
  calls.length = 0;
  const app = express();
  app.use(runInOrder(...handlers));
  app.use((_request: Request, response: Response) => void response.send('through'));
  // Express recognises an error handler by its four parameters.
  app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
    response.send(`failed: ${error.message}`);
  });
  const server = app.listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${String(port)}/`);
    return { text: await response.text(), calls: [...calls] };
  } finally {
    server.close();
  }
}

describe('Handlers combined by runInOrder', () => {
  it('run in order, and then pass the request on', async () => {
    expect(await request(passThrough('a'), passThrough('b'), passThrough('c'))).toEqual({
      text: 'through',
      calls: ['a', 'b', 'c'],
    });
  });

  it('stop at the handler that responds', async () => {
    const responding: RequestHandler = (_request, response) => void response.send('mine');
    expect(await request(passThrough('a'), responding, passThrough('c'))).toEqual({
      text: 'mine',
      calls: ['a'],
    });
  });

  const failing: Record<string, RequestHandler> = {
    throws: () => {
      throw new Error('no');
    },
    rejects: () => Promise.reject(new Error('no')),
    'rejects later': async () => {
      await new Promise((resolve) => setImmediate(resolve));
      throw new Error('no');
    },
    'calls next with an error': (_request, _response, next) => {
      next(new Error('no'));
    },
  };
  it.each(Object.keys(failing))(
    'stop at a handler that %s, at any position, and pass its error on',
    async (how) => {
      const handler = failing[how]!;
      const later: RequestHandler = async (_request, _response, next) => {
        await Promise.resolve();
        next();
      };
      const expected = { text: 'failed: no' };
      expect(await request(handler, passThrough('b'))).toEqual({ ...expected, calls: [] });
      expect(await request(passThrough('a'), handler, passThrough('c'))).toEqual({
        ...expected,
        calls: ['a'],
      });
      expect(await request(later, passThrough('b'), handler)).toEqual({ ...expected, calls: ['b'] });
    },
  );
});
