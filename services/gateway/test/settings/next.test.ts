import { describe, expect, it } from '@jest/globals';
import { allowedNext, isForApp, pageOf, signInPath } from '../../src/settings/next.ts';

describe('Where a sign-in leads', () => {
  it.each([['/settings/tokens'], ['/settings/log'], ['/oauth/interaction/aB3_-x']])('to %s', (next) => {
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
    ['/settings/tokens\n'],
    ['/oauth/interaction/'],
    ['/oauth/interaction/a/b'],
    ['/oauth/authorize'],
    ['javascript:alert(1)'],
    [''],
    [['/settings/tokens']],
    [undefined],
  ])('never to %j', (next) => {
    expect(allowedNext(next)).toBeNull();
  });

  it('to the page that an address below it belongs to', () => {
    expect(pageOf('/settings/tokens/1/revoke')).toBe('/settings/tokens');
    expect(pageOf('/settings')).toBeNull();
    expect(pageOf('/sign-out')).toBeNull();
  });

  it('by way of the page to sign in on', () => {
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
