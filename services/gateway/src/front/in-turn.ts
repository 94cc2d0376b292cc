import type { RequestHandler } from 'express';

/** One handler of several, each when the one before says so: the router would look at the path anew for each. */
export function inTurn(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    const goOn = (index: number): void => {
      const handler = handlers[index];
      if (handler === undefined) {
        next();
        return;
      }
      try {
        const done: unknown = handler(request, response, (reason?: unknown) => {
          if (reason === undefined) goOn(index + 1);
          else next(reason);
        });
        if (done instanceof Promise) done.catch(next);
      } catch (error) {
        next(error);
      }
    };
    goOn(0);
  };
}
