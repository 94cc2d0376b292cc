/** Who may see a page of figures, and how often the pages that load the services behind. */
import { LIMITS } from '@ctx/domain/limits';
import { MinuteBudget } from '../../http/minute-budget.ts';
import { countRejection } from '../../metrics.ts';
import { html } from '../../ui/html.ts';
import { type Section, sitePage } from '../../ui/layout.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import type { FiguresRoute } from './route.ts';
import { messageReply, notFound, type Reply, type SignedInVisit } from './visit.ts';

/** A user may open as many pages a minute as a token may send requests. Counted in this replica. */
export class FiguresBudget {
  readonly #budget = new MinuteBudget(LIMITS.ratePerMinuteMax);

  /** Returns the reply for a visit that is rejected, as the API would reject its user's token; null for one that is allowed. */
  reject(visit: SignedInVisit, route: FiguresRoute): Reply | null {
    const rejection = this.take(visit, route.requests) ?? rejectFreePlan(visit, route.section);
    if (rejection !== null) return rejection;
    return route.beta === undefined || visit.session.betas.includes(route.beta) ? null : notFound(visit);
  }

  /** Counts a visit as `requests`. Returns the reply for one too many; null for one that is allowed. */
  take(visit: SignedInVisit, requests = 1): Reply | null {
    const seconds = this.#budget.take(String(visit.session.userId), performance.now(), requests);
    if (seconds === 0) return null;
    countRejection('rate_limited');
    const values = { max: String(LIMITS.ratePerMinuteMax), seconds: String(seconds) };
    const headers = { 'Retry-After': String(seconds) };
    return { ...messageReply(visit, 'tooManyPages', 429, values), headers };
  }
}

/** Returns the reply to a user with the free plan; null for one with the Pro plan. */
export function rejectFreePlan(visit: SignedInVisit, section: Section): Reply | null {
  if (visit.session.plan === 'pro') return null;
  countRejection('plan');
  return upgradeReply(visit, 'proRequired', section);
}

/** Returns the reply to a user who needs the Pro plan or a paid year, with a link to the plans. */
export function upgradeReply(
  visit: SignedInVisit,
  name: 'proRequired' | 'yearLocked',
  section: Section,
): Reply {
  const { language, session, parts } = visit;
  const { general, messages } = TEXTS[language];
  const { title, text } = messages[name];
  const content = html`<h1>${title}</h1>
    <p class="lead" role="alert">${text}</p>
    <p class="actions">
      <a class="button" href="${parts.settings.upgradeUrl}">${general.seePlans}</a>
    </p>`;
  return { status: 402, page: sitePage({ language, title, visitor: session, section, content }) };
}
