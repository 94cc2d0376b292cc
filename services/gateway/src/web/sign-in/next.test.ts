import { describe, expect, it } from '@jest/globals';
import { allowedNext, isForApp, pageOf, signInPath } from './next.ts';

describe('the redirect after a sign-in', () => {
  it.each([
    ['/settings'],
    ['/settings/tokens'],
    ['/settings/log'],
    ['/overview/2026'],
    ['/inbox'],
    ['/oauth/interaction/aB3_-x'],
  ])('accepts %s', (next) => {
    expect(allowedNext(next)).toBe(next);
  });

  it.each([
    ['https://example.org/settings'],
    ['//example.org/settings'],
    ['/\\example.org'],
    ['/settings/tokens/1/revoke'],
    ['/settings/Tokens'],
    ['/settings/../oauth/token'],
    ['/settings?done=revoked'],
    ['/overview/2026/..'],
    ['/overview/'],
    ['/settings/tokens\n'],
    ['/oauth/interaction/'],
    ['/oauth/interaction/a/b'],
    ['/oauth/authorize'],
    ['javascript:alert(1)'],
    [''],
    [['/settings/tokens']],
    [undefined],
  ])('rejects %j', (next) => {
    expect(allowedNext(next)).toBeNull();
  });

  it('leads to the page, or to the settings page above a deeper path; to the overview by default', () => {
    expect(pageOf('/settings/tokens/1/revoke')).toBe('/settings/tokens');
    expect(pageOf('/settings')).toBe('/settings');
    expect(pageOf('/overview/2026')).toBe('/overview/2026');
    expect(pageOf('/overview')).toBeNull();
    expect(pageOf('/sign-out')).toBeNull();
  });

  it('is a query parameter of the sign-in page', () => {
    expect(signInPath(null)).toBe('/sign-in');
    expect(signInPath('/oauth/interaction/x', { done: 'signed-out' })).toBe(
      '/sign-in?done=signed-out&next=%2Foauth%2Finteraction%2Fx',
    );
    expect([isForApp('/oauth/interaction/x'), isForApp('/settings/log'), isForApp(null)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
