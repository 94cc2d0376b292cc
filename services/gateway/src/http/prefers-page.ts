/** Whether a request comes from a browser that shows pages. */
import type { Request } from 'express';

/** Returns whether a request asks for HTML by name. A program that accepts anything gets JSON. */
export function prefersPage(request: Request): boolean {
  return (request.headers.accept ?? '').includes('text/html') && request.accepts('json', 'html') === 'html';
}
