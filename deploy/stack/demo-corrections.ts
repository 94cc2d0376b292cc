/** Makes the demo user's corrections through the product's own API, so that the log and the history are real. */
import { ASSISTANT, ASSISTANT_CORRECTION, type Correction, CORRECTIONS } from '../demo/corrections.ts';
import { callTool, connectApp } from './demo-app.ts';

interface Corrector {
  readonly email: string;
  readonly password: string;
  readonly tokens: { readonly write: string };
}

/**
 * Makes all corrections and waits until the figures have them. Repeating a correction changes nothing. With an OpenID provider
 * nobody signs in with a password, so the write token makes the app's correction too.
 */
export async function correctDemo(baseUrl: string, demo: Corrector, signal: AbortSignal): Promise<void> {
  const api = new Api(baseUrl, demo.tokens.write, signal);
  const { years } = await api.request<{ years: { year: number }[] }>('/years');
  const currentYear = Math.max(...years.map(({ year }) => year));
  const post = async (correction: Correction): Promise<void> => {
    await api.request(correction.path, await inputOf(api, currentYear, correction));
  };
  for (const correction of CORRECTIONS) await post(correction);
  if (process.env['SIGN_IN_ISSUER'] === undefined) {
    const accessToken = await connectApp(baseUrl, ASSISTANT, demo, signal);
    const input = await inputOf(api, currentYear, ASSISTANT_CORRECTION);
    await callTool(baseUrl, accessToken, 'apply_override', input, signal);
  } else await post(ASSISTANT_CORRECTION);
  await api.request('/recalc-status?waitSeconds=25');
}

async function inputOf(api: Api, year: number, { events, fields }: Correction): Promise<object> {
  const ids = Object.entries(events).map(async ([field, referenceId]) => {
    const query = new URLSearchParams({ year: String(year), text: referenceId });
    const { transactions } = await api.request<{ transactions: { id: string; referenceId: string }[] }>(
      `/transactions?${query.toString()}`,
    );
    const found = transactions.find((transaction) => transaction.referenceId === referenceId);
    if (found === undefined) throw new Error(`the demo data have no event ${referenceId}`);
    return [field, found.id] as const;
  });
  return { ...Object.fromEntries(await Promise.all(ids)), ...fields };
}

/** The REST API with the user's token. */
class Api {
  readonly #baseUrl: string;
  readonly #token: string;
  readonly #signal: AbortSignal;

  constructor(baseUrl: string, token: string, signal: AbortSignal) {
    this.#baseUrl = baseUrl;
    this.#token = token;
    this.#signal = signal;
  }

  /** Sends a POST request with a body, else a GET request. Throws for a rejection. */
  async request<Body>(path: string, body?: object): Promise<Body> {
    const response = await fetch(`${this.#baseUrl}/api/v1${path}`, {
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      signal: this.#signal,
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`the demo data: ${path} answered ${await response.text()}`);
    return (await response.json()) as Body;
  }
}
