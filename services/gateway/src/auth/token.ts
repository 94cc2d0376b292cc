/**
 * The form of tokens: prefix, 32 base62 characters of randomness (190 bits), 6 base62 characters of CRC-32, so that a
 * secret scanner can confirm one offline and a mistyped one never costs a look-up (reliability.md, "Settings").
 */
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 32;
const CHECKSUM_CHARACTERS = 6;
const FORM = /^(ct[xo]_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

export type TokenPrefix = 'ctx_' | 'cto_';

/** A new secret. */
export function createToken(prefix: TokenPrefix): string {
  let body: string = prefix;
  for (let index = 0; index < RANDOM_CHARACTERS; index += 1) body += BASE62.charAt(randomInt(BASE62.length));
  return body + checksum(body);
}

/** Whether the text has the form and checksum of a token; says nothing of whether it exists. */
export function isWellFormedToken(text: string): boolean {
  const [, body, sum] = FORM.exec(text) ?? [];
  return body !== undefined && checksum(body) === sum;
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
