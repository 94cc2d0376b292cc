/** Forms that are sent after their session has ended: kept until the same user has signed in, then shown again and never performed. */
import { dirname } from 'node:path/posix';
import type { Visitor } from '../../http/visitor.ts';
import type { Session } from '../../sign-in/sessions.ts';
import { readForm } from '../../ui/form.ts';
import type { Handler, Route } from '../visit/route.ts';
import type { SignedInVisit, Visit } from '../visit/visit.ts';
import { pageOf, START } from './next.ts';

/** Returns the page that a sign-in leads to after a form of a route. */
export function pageOfForm(path: string, route: Route): string | null {
  return pageOf(route.get === undefined ? dirname(path) : path);
}

/** Keeps the posted form of an ended session. Returns whether it is kept: a page of that session made it, and it is short. */
export async function keepForm(visit: Visit, route: Route): Promise<boolean> {
  const { parts, request, response } = visit;
  const { path } = request;
  if (!('again' in route) || !parts.sessions.hasCookie(request)) return false;
  const form = await readForm(request, response);
  if (typeof form === 'string') return false;
  const sessionHash = parts.sessions.hashOfFormSession(request, form.get('csrf'));
  if (sessionHash === null) return false;
  return parts.keptForms.keep(response, { path, next: pageOfForm(path, route), fields: form }, sessionHash);
}

/** Returns the handler that shows a page, or once the form that was sent to its address after the session had ended. */
export function withFormAgain(route: Route): Handler<SignedInVisit> | undefined {
  if (route.for !== 'signed-in' || route.again === undefined) return route.get;
  const { again, get } = route;
  return async (visit) => {
    const { parts, request, response } = visit;
    const kept = await parts.keptForms.find(request, visit.session.userId);
    if (kept?.path !== request.path)
      return get === undefined ? { seeOther: pageOfForm(request.path, route) ?? START } : get(visit);
    parts.keptForms.clear(request, response);
    const session: Session & Visitor = { ...visit.session, isFormReturned: true };
    return again({ ...visit, session, form: kept.fields });
  };
}
