import { describe, expect, it } from '@jest/globals';
import { pathBack } from './language-page.ts';

describe('the redirect after a language is chosen', () => {
  it.each([
    ['https://tax.example/transactions?year=2026&asset=ETH', '/transactions?year=2026&asset=ETH'],
    ['https://tax.example/oauth/interaction/aB3_-x', '/oauth/interaction/aB3_-x'],
    ['https://tax.example', '/'],
    // Only the path counts: the browser stays on this site.
    ['https://example.org/settings', '/settings'],
  ])('leads from %s back to %s', (referrer, path) => {
    expect(pathBack(referrer)).toBe(path);
  });

  it.each([
    [undefined],
    [''],
    ['/settings'],
    ['https://tax.example//example.org/'],
    ['https://tax.example/\\example.org'],
    ['https://tax.example/%5C/../\\/example.org'],
    ['https://tax.example/language/nl'],
    ['javascript:alert(1)'],
    ['data:text/html,x'],
  ])('leads from %s to a page of this site', (referrer) => {
    const { origin } = new URL(pathBack(referrer), 'https://tax.example');
    expect(origin).toBe('https://tax.example');
    expect(pathBack(referrer)).toMatch(/^\/(?![/\\])/);
  });
});
