/**
 * The format of tokens: a prefix, 32 random base62 characters (190 bits), and a CRC-32 as 6 base62 characters. With the checksum
 * a secret scanner can recognise a token offline, and a mistyped token costs no database query (reliability.md, "Settings").
 */
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 32;
const CHECKSUM_CHARACTERS = 6;
const FORM = /^(ct[xo]_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** `ctx_` for tokens that a person creates, `cto_` for access tokens of apps. */
export type TokenPrefix = 'ctx_' | 'cto_';

/** Creates a new random token. */
export function createToken(prefix: TokenPrefix): string {
  let body: string = prefix;
  for (let index = 0; index < RANDOM_CHARACTERS; index += 1) body += BASE62.charAt(randomInt(BASE62.length));
  return body + checksum(body);
}

const SHOWN_CHARACTERS = 4;

/** Returns the first characters of a token, such as `ctx_uxYk`, by which its owner can recognise it. The rest has 166 random bits. */
export function tokenPrefix(token: string): string {
  return token.slice(0, 'ctx_'.length + SHOWN_CHARACTERS);
}

/** Returns whether a text has the format and checksum of a token. The token need not exist. */
export function isWellFormedToken(text: string): boolean {
  const [, body, sum] = FORM.exec(text) ?? [];
  return body !== undefined && checksum(body) === sum;
}

/** Returns whether a well-formed token is an access token of an app. */
export function isAppToken(token: string): boolean {
  return token.startsWith('cto_' satisfies TokenPrefix);
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let index = 0; index < CHECKSUM_CHARACTERS; index += 1) {
    text = BASE62.charAt(rest % BASE62.length) + text;
    rest = Math.floor(rest / BASE62.length);
  }
  return text;
}
