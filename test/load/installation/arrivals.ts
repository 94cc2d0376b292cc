/** What the users of a load test request of an installation over REST, by the service that is tested. */
import { YEAR } from '../bed/users.ts';
import type { TimedRequest } from '../drivers/http.ts';
import type { Arrival } from '../drivers/open-loop.ts';
import { restRequest, ROWS, TOOL_HEADERS, toolRequest } from '../pages.ts';
import type { Suite } from '../targets.ts';

/** A user with what is known of its transactions. */
export interface PreparedUser {
  readonly userId: number;
  readonly token: string;
  /** Number of its pages of transactions. */
  readonly pages: number;
  /** Ids of some transactions. */
  readonly events: readonly string[];
}

/** Requests of one arrival, which count against the limit of the user's token. */
export const REQUESTS_OF_ARRIVAL: Readonly<Record<Suite, number>> = {
  gateway: 1,
  read: 1,
  corrections: 2,
  recalc: 4,
};

const API = '/api/v1';
const PAGE = '"transactions":[{';
const CHANGED = '"changed":true';

/** Makes the arrival of a user in a round, in which each user has one; `kind` chooses among the operations of a service. */
export type MakeArrival<Request> = (user: PreparedUser, round: number, kind: number) => Arrival<Request>;

/** The arrivals of each service. */
export const ARRIVALS: Readonly<Record<Suite, MakeArrival<TimedRequest>>> = {
  gateway: (user, round, kind) => {
    const page = { userId: user.userId, page: round % user.pages, size: ROWS };
    return [
      single('GET /transactions', { ...restRequest(page, user.token), contains: PAGE }),
      single('GET /me', { token: user.token, path: `${API}/me`, contains: '"userId":' }),
      single('tools/call list_transactions', {
        ...toolRequest(page, user.token),
        headers: TOOL_HEADERS,
        contains: PAGE,
      }),
    ].filter((_, index) => index === kind % 3);
  },
  read: (user, round, kind) => {
    const path = READS[kind % READS.length]?.(user, round) ?? '';
    const name = path.replace(/\?.*/, '').replace(/transactions\/.*/, 'transactions/{id}');
    return [single(`GET ${name}`, { token: user.token, path: API + path })];
  },
  corrections: (user, round) => {
    const taxEventId = eventOf(user, round);
    return [
      { name: 'EUR value', requests: [override(user, { taxEventId, overriddenEuroValue: anyValue() })] },
      { name: 'undo', requests: [override(user, { taxEventId, clear: ['overriddenEuroValue'] })] },
    ];
  },
  recalc: (user, round) => {
    const taxEventId = eventOf(user, round);
    const untilIdle = {
      token: user.token,
      path: `${API}/recalc-status?waitSeconds=5`,
      contains: '"status":"IDLE"',
      repeated: true,
    };
    const change = override(user, { taxEventId, overriddenAmount: anyValue() });
    const undo = override(user, { taxEventId, clear: ['overriddenAmount'] });
    return [
      { name: 'change until IDLE', requests: [change, untilIdle] },
      { name: 'undo until IDLE', requests: [undo, untilIdle] },
    ];
  },
};

const READS: readonly ((user: PreparedUser, round: number) => string)[] = [
  () => '/summary',
  ({ pages }, round) =>
    `/transactions?year=${String(YEAR)}&page=${String(round % pages)}&size=${String(ROWS)}`,
  () => `/years/${String(YEAR)}/summary`,
  (user, round) => `/transactions/${eventOf(user, round)}`,
  () => '/issues',
];

function single(name: string, request: TimedRequest): Arrival<TimedRequest>[number] {
  return { name, requests: [request] };
}

/** Returns a transaction of a user that differs from round to round. */
export function eventOf({ events }: PreparedUser, round: number): string {
  return events[round % events.length] ?? '';
}

/** Returns a value that hardly ever repeats: the value that is stored already would change nothing. */
export function anyValue(): number {
  return Number((1 + Math.random() * 1000).toFixed(2));
}

function override({ token }: PreparedUser, fields: object): TimedRequest {
  return {
    token,
    path: `${API}/overrides`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
    contains: CHANGED,
  };
}
