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
    ['/transactions?year=2025&type=INCOME'],
    ['/prices?asset=chain%3A0x1&day=2026-03-01'],
    ['/overview/2026/report'],
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
    ['/transactions?year=2025&done=removed'],
    ['/transactions?a=1&%64one=removed'],
    ['/inbox?advice=password'],
    ['/inbox?'],
    ['/inbox?x=\r\nSet-Cookie:a'],
    ['/inbox?x=<b>'],
    ['/inbox?x=a#b'],
    [`/inbox?x=${'a'.repeat(500)}`],
    ['https://example.org/inbox?year=2025'],
    ['//example.org/inbox?year=2025'],
    ['/oauth/interaction/a?x=1'],
    ['/overview/1/2/3/4'],
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
    expect(pageOf('/transactions?year=2025&type=INCOME')).toBe('/transactions?year=2025&type=INCOME');
    expect(pageOf('/prices?asset=a b/<x>&done=saved')).toBe('/prices?asset=a+b%2F%3Cx%3E');
    expect(pageOf('/settings/tokens/1/revoke?year=2025')).toBe('/settings/tokens');
    expect(pageOf(`/inbox?x=${'a'.repeat(2000)}`)).toBe('/inbox');
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
