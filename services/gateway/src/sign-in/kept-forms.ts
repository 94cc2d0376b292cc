/** What a form said that was sent after its session had ended, sealed in a cookie until the same user has signed in again (ADR 56). */
import { hkdfSync } from 'node:crypto';
import type { Pool } from '@ctx/platform/postgres';
import type { Request, Response } from 'express';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { z } from 'zod';
import { hasSession } from '../identity/sessions.ts';
import { SiteCookie } from './secret-cookie.ts';

/** A posted form, and the page that a sign-in leads to otherwise. */
export interface KeptForm {
  /** Where the form was posted. */
  readonly path: string;
  readonly next: string | null;
  readonly fields: ReadonlyMap<string, string>;
}

/** Browsers store cookies of up to 4,096 bytes with their name and attributes (RFC 6265 section 6.1). */
const CHARACTERS_MAX = 3800;
const SEALED = new RegExp(String.raw`^[\w.-]{1,${String(CHARACTERS_MAX)}}$`);
const LIFE_SECONDS = 3600;
const ALGORITHMS = { alg: 'dir', enc: 'A256GCM' } as const;

const Content = z.object({
  path: z.string(),
  next: z.string().nullable(),
  fields: z.array(z.tuple([z.string(), z.string()])),
  session: z.string(),
});

/** Keeps one form for each browser, for an hour. Nothing is stored here, and the browser cannot read or change it. */
export class KeptForms {
  readonly #pool: Pool;
  readonly #keys: readonly Uint8Array[];
  readonly #cookie: SiteCookie;

  /** `secrets` are those of the OAuth server, newest first: the first one seals, all open. */
  constructor(pool: Pool, baseUrl: string, secrets: readonly Buffer[]) {
    this.#pool = pool;
    this.#keys = secrets.map((secret) => new Uint8Array(hkdfSync('sha256', secret, '', 'kept forms', 32)));
    this.#cookie = new SiteCookie(baseUrl, 'ctx_kept_form', SEALED, LIFE_SECONDS);
  }

  /** Keeps a form of an ended session. Returns whether it is short enough. The caller ensures that a page of the session made it. */
  async keep(response: Response, form: KeptForm, sessionHash: Buffer): Promise<boolean> {
    const fields = [...form.fields].filter(([name]) => name !== 'csrf');
    const content: z.input<typeof Content> = { ...form, fields, session: sessionHash.toString('base64url') };
    const sealed = await new EncryptJWT(content)
      .setProtectedHeader(ALGORITHMS)
      .setExpirationTime(`${String(LIFE_SECONDS)} s`)
      .encrypt(this.#keys[0] ?? new Uint8Array());
    if (sealed.length > CHARACTERS_MAX) return false;
    this.#cookie.set(response, sealed);
    return true;
  }

  /**
   * Returns the form that this browser keeps for a user. Null if there is none, if it expired or was changed, if its session is another user's,
   * or if that session was signed out.
   */
  async find(request: Request, userId: number): Promise<KeptForm | null> {
    const sealed = this.#cookie.read(request);
    const content = sealed === null ? null : await this.#open(sealed);
    if (content === null) return null;
    const { path, next, fields, session } = content;
    const isOwn = await hasSession(this.#pool, userId, Buffer.from(session, 'base64url'));
    return isOwn ? { path, next, fields: new Map(fields) } : null;
  }

  /** Removes the form that this browser keeps, if it keeps one. */
  clear(request: Request, response: Response): void {
    if (this.#cookie.read(request) !== null) this.#cookie.clear(response);
  }

  async #open(sealed: string): Promise<z.output<typeof Content> | null> {
    for (const key of this.#keys) {
      try {
        const { payload } = await jwtDecrypt(sealed, key, {
          keyManagementAlgorithms: [ALGORITHMS.alg],
          contentEncryptionAlgorithms: [ALGORITHMS.enc],
          requiredClaims: ['exp'],
        });
        return Content.parse(payload);
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error;
      }
    }
    return null;
  }
}
