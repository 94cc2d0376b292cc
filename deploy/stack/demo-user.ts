/** The demo user of a local stack. It is created once; DATA_DIR/demo.json stores its tokens and password. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunCtx } from './ctx-process.ts';
import { correctDemo } from './demo-corrections.ts';

export interface Demo {
  readonly userId: number;
  readonly tokens: { readonly read: string; readonly write: string };
  readonly email: string;
  readonly password: string;
}

/** A demo user without known tokens: `ctx demo` created it, or its file was deleted. */
export interface ForeignDemo {
  readonly userId: number;
  readonly tokens: null;
}

/** DATA_DIR/demo.json. */
interface StoredDemo extends Pick<Demo, 'userId' | 'tokens'> {
  readonly email?: string;
  readonly password?: string;
  /** Whether the corrections of the story are made. A user from a version without them has no such field. */
  readonly isCorrected?: boolean;
}

/** Creates the demo user if there is none, and makes its corrections once. Returns it with its tokens and password if they are stored in `dataDir`. */
export async function ensureDemo(
  dataDir: string,
  baseUrl: string,
  ctx: RunCtx,
  signal: AbortSignal,
): Promise<Demo | ForeignDemo> {
  const file = join(dataDir, 'demo.json');
  const made = JSON.parse(await ctx(['demo', ...startDay()])) as
    Pick<Demo, 'userId' | 'tokens'> | ForeignDemo;
  if (made.tokens !== null) store(file, { ...made, isCorrected: false });
  else if (!existsSync(file)) return made;
  const stored = JSON.parse(readFileSync(file, 'utf8')) as StoredDemo;
  const demo = { ...stored, ...(await passwordOf(stored, ctx)) };
  store(file, demo);
  if (demo.isCorrected !== false) return demo;
  await correctDemo(baseUrl, demo, signal);
  store(file, { ...demo, isCorrected: true });
  return demo;
}

/** Returns the stored password; or sets one for a new demo user, or one from a version without passwords. */
async function passwordOf(
  { userId, email, password }: StoredDemo,
  ctx: RunCtx,
): Promise<Pick<Demo, 'email' | 'password'>> {
  if (email !== undefined && password !== undefined) return { email, password };
  const chosen = randomBytes(12).toString('base64url');
  const set = await ctx(['user', 'set', '--user', String(userId), '--password', '-'], chosen);
  return { email: (JSON.parse(set) as Pick<Demo, 'email'>).email, password: chosen };
}

/** The option with the day on which the demo data are fresh, if the environment sets one. */
function startDay(): string[] {
  const { DEMO_DAY: day } = process.env;
  return day === undefined || day === '' ? [] : ['--day', day];
}

function store(file: string, demo: object): void {
  writeFileSync(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
}
