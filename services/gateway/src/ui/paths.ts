/** The paths of the pages, each written once. A page's folder adds what is below its own: `${PATHS.tokens}/:id/revoke`. */

export const PATHS = {
  home: '/',
  overview: '/overview',
  photo: '/photo',
  years: '/years',
  inbox: '/inbox',
  rules: '/inbox/rules',
  transactions: '/transactions',
  /** A list of transactions as a file. */
  transactionsFile: '/transactions/file',
  /** The form that enters a transaction. */
  entry: '/entry',
  /** Where the forms that answer questions are posted, and saved. */
  answers: '/answers',
  prices: '/prices',
  portfolio: '/portfolio',
  lots: '/portfolio/lots',
  /** What a departure abroad would realise. */
  departure: '/portfolio/departure',
  /** What a sale would do. */
  sale: '/portfolio/sale',
  law: '/law',
  upgrade: '/upgrade',
  /** What the operator says of the service. */
  about: '/about',
  language: '/language',
  signIn: '/sign-in',
  secondStep: '/sign-in/passkey',
  external: '/sign-in/external',
  /** Where a link of the operator leads, with its secret in the query. */
  invitation: '/sign-in/invitation',
  signOut: '/sign-out',
  signOutEverywhere: '/sign-out/everywhere',
  settings: '/settings',
  files: '/settings/files',
  /** Accounts, with the id of one below: its balances. */
  accounts: '/settings/accounts',
  tokens: '/settings/tokens',
  apps: '/settings/apps',
  connect: '/settings/connect',
  log: '/settings/log',
  password: '/settings/password',
  passkeys: '/settings/passkeys',
  /** Where a file is sent, with the secret of its address in the query: paths are logged, queries are not. */
  upload: '/upload',
  docs: '/docs',
  /** Consent to an app, with the id of its request below. */
  consent: '/oauth/interaction',
} as const;

/** Returns the address of the page of the prices of an asset, on which the form asks for a day if one is given. */
export function pricesAddress(assetKey: string, more: Readonly<Record<string, string>> = {}): string {
  return `${PATHS.prices}?${new URLSearchParams({ asset: assetKey, ...more }).toString()}`;
}

/** The program that computes a dossier again (docs/verify.md). */
export const VERIFIER_PATH = '/docs/verify_dossier.py';

/** Returns the address of the totals that exchanges report about a year. */
export function reportedAddress(
  year: number | string,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams(parameters).toString();
  return `${PATHS.overview}/${String(year)}/reported${query === '' ? '' : `?${query}`}`;
}

/** The parameter with the secret of an address for a file. */
export const UPLOAD_SECRET = 'key';

/** Returns the path and query to which a file is sent. */
export function uploadPath(secret: string): string {
  return `${PATHS.upload}?${UPLOAD_SECRET}=${secret}`;
}

/** Returns the address of the page on which a user submits a year. */
export function submissionAddress(year: number): string {
  return `${PATHS.overview}/${String(year)}/submit`;
}

/** Returns the address of the form that enters a transaction, with what is known of it. */
export function entryAddress(known: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(known).toString();
  return query === '' ? PATHS.entry : `${PATHS.entry}?${query}`;
}
