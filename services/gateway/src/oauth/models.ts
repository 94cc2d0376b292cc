/** What the OAuth server keeps: every model of oidc-provider with its longest lifetime and its ceilings. */
import { LIMITS } from '@ctx/common/domain/limits';

/** Longest lifetime of a client assertion, from its `iat` to its `exp`. */
export const ASSERTION_SECONDS_MAX = 300;
/** How far the clocks of an app and of the server may differ. */
export const CLOCK_TOLERANCE_SECONDS = 15;
export const CODE_SECONDS = 60;
/** How long somebody may take to sign in and decide. */
export const INTERACTION_SECONDS = 1800;

export interface Model {
  /** Longest lifetime of a row. Null: as long as its connection, or, for a client, as long as somebody is connected to it. */
  readonly secondsMax: number | null;
  /** Most rows there may be. Beyond it, the networks with the most rows lose their oldest. */
  readonly rowsMax?: number;
  /** Most rows a client may have. Beyond it, the client's requests are rejected. */
  readonly rowsPerClientMax?: number;
}

/** Any other model throws: a feature of the library that keeps rows must get its bounds here first. */
export const MODELS = {
  /** Anybody may register. */
  Client: { secondsMax: null, rowsMax: 10_000 },
  /** A request to connect that nobody has decided on: anybody may send one. */
  Interaction: { secondsMax: INTERACTION_SECONDS, rowsMax: 20_000 },
  /** A used client assertion: an app with `private_key_jwt` leaves one with each request. */
  ReplayDetection: {
    secondsMax: ASSERTION_SECONDS_MAX + 2 * CLOCK_TOLERANCE_SECONDS,
    rowsPerClientMax: 10_000,
  },
  AuthorizationCode: { secondsMax: CODE_SECONDS },
  AccessToken: { secondsMax: LIMITS.accessTokenSeconds },
  RefreshToken: { secondsMax: null },
  Grant: { secondsMax: null },
} as const satisfies Readonly<Record<string, Model>>;

/** Returns the rules of a model. Throws for a model that is not in the table. */
export function modelOf(name: string): Model {
  if (!Object.hasOwn(MODELS, name)) throw new Error(`the OAuth server has no bounds for rows of ${name}`);
  return MODELS[name as keyof typeof MODELS];
}

/** The lifetime of a new row in seconds, at most that of its model; null for a row without an expiry of its own. */
export function lifetimeOf({ secondsMax }: Model, seconds: number | undefined): number | null {
  if (secondsMax === null) return null;
  return seconds === undefined || Number.isNaN(seconds) ? secondsMax : Math.min(seconds, secondsMax);
}
