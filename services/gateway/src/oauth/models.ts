/** The models of oidc-provider whose rows are stored, with their longest lifetimes and their row limits. */
import { LIMITS } from '@ctx/domain/limits';

/** Longest lifetime of a client assertion, from its `iat` to its `exp`. */
export const ASSERTION_SECONDS_MAX = 300;
/** Allowed difference between the clocks of an app and of the server. */
export const CLOCK_TOLERANCE_SECONDS = 15;
export const CODE_SECONDS = 60;
/** How long a user may take to sign in and decide. */
export const INTERACTION_SECONDS = 1800;

export interface Model {
  /** Longest lifetime of a row. Null: until its connection ends or, for a client, while some user is connected to it. */
  readonly secondsMax: number | null;
  /** Row limit of the model. Beyond it, the networks with the most rows lose their oldest. */
  readonly rowsMax?: number;
  /** Row limit of a client. Beyond it, the client's requests are rejected. */
  readonly rowsPerClientMax?: number;
}

/** The limits of each model. A model that is missing here throws: a new feature of the library needs its limits first. */
export const MODELS = {
  /** A registered app. Anybody may register one. */
  Client: { secondsMax: null, rowsMax: 10_000 },
  /** A request to connect that waits for a decision. Anybody may send one. */
  Interaction: { secondsMax: INTERACTION_SECONDS, rowsMax: 20_000 },
  /** A used client assertion. An app with `private_key_jwt` adds one with each request. */
  ReplayDetection: {
    secondsMax: ASSERTION_SECONDS_MAX + 2 * CLOCK_TOLERANCE_SECONDS,
    rowsPerClientMax: 10_000,
  },
  AuthorizationCode: { secondsMax: CODE_SECONDS },
  AccessToken: { secondsMax: LIMITS.accessTokenSeconds },
  RefreshToken: { secondsMax: null },
  Grant: { secondsMax: null },
} as const satisfies Readonly<Record<string, Model>>;

/** Returns the limits of a model. Throws for a model that is not in the table. */
export function modelOf(name: string): Model {
  if (!Object.hasOwn(MODELS, name)) throw new Error(`the OAuth server has no limits for rows of ${name}`);
  return MODELS[name as keyof typeof MODELS];
}

/** Returns the lifetime of a new row in seconds, at most that of its model. Null for a row without an expiry of its own. */
export function lifetimeOf({ secondsMax }: Model, seconds: number | undefined): number | null {
  if (secondsMax === null) return null;
  return seconds === undefined || Number.isNaN(seconds) ? secondsMax : Math.min(seconds, secondsMax);
}
