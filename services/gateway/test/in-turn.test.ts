/** Handlers one after the other, in a real server. */
import { type AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { inTurn } from '../src/front/in-turn.ts';

const noted: string[] = [];
const note =
  (name: string): RequestHandler =>
  (_request, _response, next) => {
    noted.push(name);
    next();
  };

/** What a server of these answers, and which of them it came to. */
async function answerOf(...handlers: RequestHandler[]): Promise<{ text: string; noted: string[] }> {
  noted.length = 0;
  const app = express();
  app.use(inTurn(...handlers));
  app.use((_request: Request, response: Response) => void response.send('through'));
  // Express knows it by its four parameters.
  app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
    response.send(`failed: ${error.message}`);
  });
  const server = app.listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${String(port)}/`);
    return { text: await answer.text(), noted: [...noted] };
  } finally {
    server.close();
  }
}

describe('handlers in turn', () => {
  it('go on in their order, and to what comes behind them', async () => {
    expect(await answerOf(note('a'), note('b'), note('c'))).toEqual({
      text: 'through',
      noted: ['a', 'b', 'c'],
    });
  });

  it('end with the one that answers', async () => {
    const answer: RequestHandler = (_request, response) => void response.send('mine');
    expect(await answerOf(note('a'), answer, note('c'))).toEqual({ text: 'mine', noted: ['a'] });
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
    'says so': (_request, _response, next) => {
      next(new Error('no'));
    },
  };
  it.each(Object.keys(failing))('end with the one that %s, wherever it stands', async (how) => {
    const handler = failing[how]!;
    const later: RequestHandler = async (_request, _response, next) => {
      await Promise.resolve();
      next();
    };
    const expected = { text: 'failed: no' };
    expect(await answerOf(handler, note('b'))).toEqual({ ...expected, noted: [] });
    expect(await answerOf(note('a'), handler, note('c'))).toEqual({ ...expected, noted: ['a'] });
    expect(await answerOf(later, note('b'), handler)).toEqual({ ...expected, noted: ['b'] });
  });
});
