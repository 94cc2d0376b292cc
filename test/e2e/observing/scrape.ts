/** What the services of a stack say of themselves at /metrics. */
import type { ReadyState, TestStack } from '../stack.ts';

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Scrape {
  readonly text: string;
  readonly samples: readonly Sample[];
  /** Names of samples and of metrics that are described, sampled or not. */
  readonly names: ReadonlySet<string>;
}

export const SERVICES = ['gateway', 'read', 'corrections', 'recalc'] as const;

/** Everything one service measures. */
export async function scrape(stack: TestStack, service: keyof ReadyState['services']): Promise<Scrape> {
  const response = await fetch(`http://${stack.ready().services[service].health}/metrics`);
  return parse(await response.text());
}

/** Everything all services measure. */
export async function scrapeAll(stack: TestStack): Promise<Scrape> {
  const texts = await Promise.all(SERVICES.map(async (service) => (await scrape(stack, service)).text));
  return parse(texts.join('\n'));
}

/** The sum of all samples of a name that have at least these labels. */
export function sumOf(
  { samples }: Scrape,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  return samples
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const SERIES: Readonly<Record<string, readonly string[]>> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/** What a text of /metrics holds. */
export function parse(text: string): Scrape {
  const samples: Sample[] = [];
  const names = new Set<string>();
  for (const line of text.split('\n')) {
    const [, described, type = ''] = /^# TYPE (\S+) (\w+)/.exec(line) ?? [];
    if (described !== undefined) for (const end of SERIES[type] ?? ['']) names.add(`${described}${end}`);
    const [, name, pairs = '', value = ''] = LINE.exec(line) ?? [];
    if (name === undefined) continue;
    const labels = [...pairs.matchAll(/\b(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', of = '']) => [
      label,
      of,
    ]);
    samples.push({
      name,
      labels: Object.fromEntries(labels) as Record<string, string>,
      value: Number(value),
    });
    names.add(name);
  }
  return { text, samples, names };
}
