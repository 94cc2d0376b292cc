/** Gauges that are read from the database at a scrape. */
import { describe, expect, it } from '@jest/globals';
import { readAtScrape, renderMetrics, scrapedGauge } from './metrics.ts';

const lineOf = async (start: string): Promise<string | undefined> =>
  (await renderMetrics()).text.split('\n').find((line) => line.startsWith(start));

describe('a gauge that is read from the database', () => {
  it('is NaN at first, and is read once for several scrapes', async () => {
    const figure = scrapedGauge('ctx_test_read', 'A figure');
    expect(await lineOf('ctx_test_read ')).toBe('ctx_test_read Nan');
    let reads = 0;
    readAtScrape('read', { figure }, () => Promise.resolve({ figure: 40 + (reads += 1) }));
    expect(await lineOf('ctx_test_read ')).toBe('ctx_test_read 41');
    expect(await lineOf('ctx_test_read ')).toBe('ctx_test_read 41');
    expect(await lineOf('ctx_scrape_source_up{source="read"}')).toBe('ctx_scrape_source_up{source="read"} 1');
  });

  it.each([
    ['fails', (): Promise<never> => Promise.reject(new Error('no connection'))],
    ['has no rows', (): Promise<undefined> => Promise.resolve(undefined)],
    ['never ends', (): Promise<never> => new Promise<never>(() => undefined)],
  ] as const)('does not fail the scrape when its statement %s', async (how, read) => {
    const source = how.replaceAll(' ', '_');
    const figure = scrapedGauge(`ctx_test_${source}`, 'A figure');
    readAtScrape<'figure'>(source, { figure }, read);
    expect(await lineOf(`ctx_test_${source} `)).toBe(`ctx_test_${source} Nan`);
    expect(await lineOf(`ctx_scrape_source_up{source="${source}"}`)).toMatch(/ 0$/);
    expect(await lineOf(`ctx_scrape_source_errors_total{source="${source}"}`)).toMatch(/ 1$/);
  });
});
