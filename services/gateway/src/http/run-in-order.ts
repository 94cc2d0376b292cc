import type { RequestHandler } from 'express';

/**
 * Combines handlers into one that runs them in order, each when the previous one calls `next`. Registered one by one, the router
 * would match the request's path again for each of them.
 */
export function runInOrder(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    const runFrom = (index: number): void => {
      const handler = handlers[index];
      if (handler === undefined) {
        next();
        return;
      }
      try {
        const result: unknown = handler(request, response, (error?: unknown) => {
          if (error === undefined) runFrom(index + 1);
          else next(error);
        });
        if (result instanceof Promise) result.catch(next);
      } catch (error) {
        next(error);
      }
    };
    runFrom(0);
  };
}
