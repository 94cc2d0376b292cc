/** A row of the table of pages: its path, who may see it, and its handlers. Each feature has its rows in `routes.ts`. */
import type { Beta } from '@ctx/domain/vocabulary';
import type { Section } from '../../ui/layout.ts';
import type { FiguresVisit } from './figures-visit.ts';
import type { PostedForm, Reply, SignedInVisit, Visit } from './visit.ts';

export type Handler<Of> = (visit: Of) => Promise<Reply> | Reply;

/** A page and who may see it; `anyone` needs no session. */
export type Route = { readonly path: string } & (
  | { readonly for: 'anyone'; readonly get?: Handler<Visit>; readonly post?: Handler<Visit & PostedForm> }
  | {
      readonly for: 'signed-in';
      /** Counts in the budget of pages that load the services behind. */
      readonly counts?: true;
      /** Requires the Pro plan. The page that says so is in this section. */
      readonly proSection?: Section;
      /** Forms larger than others: with a file or several files of the browser, or with those that the page before sends back. */
      readonly receives?: 'file' | 'files' | 'returned-file';
      /** Shows a posted form again, and performs nothing: after a session that ended before the form was sent. The form has no password. */
      readonly again?: Handler<SignedInVisit & PostedForm>;
      readonly get?: Handler<SignedInVisit>;
      readonly post?: Handler<SignedInVisit & PostedForm>;
    }
);

/** A page of figures, for signed-in users with the Pro plan; it only reads. Without its beta it does not exist. */
export interface FiguresRoute {
  readonly path: string;
  readonly section: Section;
  readonly beta?: Beta;
  /** What a visit counts as in the budget of pages, 1 by default: the same as a request of the API. */
  readonly requests?: number;
  readonly get: Handler<FiguresVisit>;
}
