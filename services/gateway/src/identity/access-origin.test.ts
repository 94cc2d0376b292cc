import { describe, expect, it } from '@jest/globals';
import { browserOf } from './access-origin.ts';

const MOZILLA = 'Mozilla/5.0';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';

describe('the browser of a User-Agent', () => {
  it.each([
    [`${MOZILLA} (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`, 'Firefox (Linux)'],
    [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${BLINK} Safari/537.36`, 'Chrome (Windows)'],
    [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${BLINK} Safari/537.36 Edg/142.0.0.0`, 'Edge (Windows)'],
    [`${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${BLINK} Safari/537.36 OPR/124.0.0.0`, 'Opera (macOS)'],
    [
      `${MOZILLA} (Linux; Android 10; K) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0.0.0`,
      'Samsung Internet (Android)',
    ],
    [
      `${MOZILLA} (iPhone; CPU iPhone OS 18_7 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1`,
      'Safari (iPhone)',
    ],
    [`${MOZILLA} (iPad; CPU OS 18_7 like Mac OS X) CriOS/142.0 Mobile/15E148 Safari/604.1`, 'Chrome (iPad)'],
    [`${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${BLINK} Safari/537.36`, 'Chrome (ChromeOS)'],
    ['curl/8.14.1', null],
    ['', null],
    ['<script>Firefox/\u202e', 'Firefox'],
    [`${'x'.repeat(500)}Firefox/145.0`, null],
  ])('for "%s" is %s', (userAgent, family) => {
    expect(browserOf(userAgent)).toBe(family);
  });
});
