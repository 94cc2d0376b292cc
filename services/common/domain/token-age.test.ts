import { describe, expect, it } from '@jest/globals';
import { isTokenUnused } from './token-age.ts';

const NOW = Date.parse('2026-07-01T00:00:00Z');
const OLD = '2026-04-01T00:00:00Z';
const RECENT = '2026-04-03T00:00:00Z';

describe('isTokenUnused', () => {
  it.each([
    ['91 days old and never used', { createdAt: OLD }, true],
    ['89 days old and never used', { createdAt: RECENT, lastUsedAt: null }, false],
    ['last used 91 days ago', { createdAt: OLD, lastUsedAt: OLD, expiresAt: null, revokedAt: null }, true],
    ['last used 89 days ago', { createdAt: OLD, lastUsedAt: RECENT }, false],
    ['revoked', { createdAt: OLD, revokedAt: OLD }, false],
    ['expired', { createdAt: OLD, expiresAt: RECENT }, false],
    ['not yet expired', { createdAt: OLD, expiresAt: '2026-08-01T00:00:00Z' }, true],
  ])('of a token that is %s: %j is %p', (_what, token, isUnused) => {
    expect(isTokenUnused(token, NOW)).toBe(isUnused);
  });
});
