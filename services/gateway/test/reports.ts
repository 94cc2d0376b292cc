/** Reports for tests, without a stack: a report of given lines, and lines of many events. */
import type { DocumentFormat, Line, Report, Source } from '../src/reports/report.ts';
import type { Language } from '../src/ui/language.ts';

/** Lines on a page, so that sections begin within pages and go over several. */
const LINES_PER_PAGE = 7;

interface Options {
  readonly format?: DocumentFormat;
  readonly language?: Language;
  readonly submittedAt?: string;
  readonly sources?: readonly Source[];
}

/** Returns an open report with these lines, in pages. */
export function reportOf(
  lines: readonly Line[],
  { format = 'html', language = 'en', submittedAt, sources = [] }: Options = {},
): Report {
  const pageFrom = (start: number) => ({
    year: '2026',
    regime: 'NORMAAL_BEHEER' as const,
    frozen: submittedAt !== undefined,
    submittedAt,
    stale: false,
    lines: lines.slice(start, start + LINES_PER_PAGE),
    next: start + LINES_PER_PAGE < lines.length ? String(start + LINES_PER_PAGE) : null,
  });
  return {
    year: 2026,
    format,
    language,
    first: pageFrom(0),
    readings: null,
    readPage: (after) => Promise.resolve(pageFrom(Number(after))),
    taxpayer: 'an@example.org',
    madeOn: '2027-02-01',
    dossier: null,
    sources: submittedAt === undefined ? sources : null,
  };
}

const EVENT = { account: 'Kraken', timestamp: '2026-03-01T10:00:00Z', treatment: 'NORMAL', taxable: true };

/** Lines of a small report that has each section. */
export const LINES: readonly Line[] = [
  { section: 'FIGURE', name: 'totalCapitalGains', eur: '26250.50' },
  { section: 'COMPLETENESS', name: 'events', text: '4' },
  { section: 'COMPLETENESS', name: 'withoutValue', text: '1' },
  { section: 'DECLARATION', name: 'INCOME', code: '1199', eur: '90', text: 'a note in English' },
  { section: 'DECLARATION', name: 'FOREIGN_PLATFORM', text: 'Kraken' },
  { section: 'ASSUMPTION', name: 'PHOTO_MOMENT', text: '2025-12-31T23:00:00Z' },
  { section: 'ASSUMPTION', name: 'BASE_EXEMPTION_EUR', text: '10000' },
  { section: 'VERSION', name: 'ENGINE', text: '12' },
  {
    ...EVENT,
    section: 'DISPOSAL',
    type: 'DISPOSITION',
    assetKey: 'BTC',
    assetSymbol: 'BTC',
    amount: '0.123456789012',
    proceeds: '30000.506',
    costBasis: '3750.006',
    gain: '26250.5',
  },
  {
    section: 'LOT',
    timestamp: EVENT.timestamp,
    type: 'CONSUMED',
    assetKey: 'BTC',
    amount: '0.123456789012',
    acquiredAt: '2024-03-01T10:00:00Z',
    proceeds: '30000.506',
    historicCost: '3000',
    costBasis: '3750.006',
    method: 'PHOTO',
    lotGain: '26250.5',
  },
  {
    ...EVENT,
    section: 'DISPOSAL',
    type: 'DISPOSITION',
    assetKey: 'ETHEREUM:0x1',
    assetSymbol: 'BTC',
    amount: '1',
    proceeds: null,
    costBasis: '0',
    gain: null,
  },
  {
    ...EVENT,
    section: 'INCOME',
    type: 'INCOME',
    treatment: 'STAKING',
    assetKey: 'SOL',
    assetSymbol: 'SOL',
    amount: '2',
    income: '90.001',
    account: null,
  },
  { section: 'STOCK', assetKey: 'BTC', amount: '1', acquiredAt: '2024-03-01T10:00:00Z', historicCost: '1' },
  { section: 'STOCK', assetKey: 'BTC', amount: '2', acquiredAt: '2024-04-01T10:00:00Z', historicCost: '2.5' },
  {
    section: 'PHOTO',
    assetKey: 'SOL',
    amount: '3',
    acquiredAt: '2024-03-01T10:00:00Z',
    historicCost: '1',
    unitPrice: '5.5',
    priceAt: '2025-12-31T22:00:00Z',
    priceSource: 'OWN',
    value: '16.5',
  },
  {
    section: 'PHOTO',
    assetKey: 'GONE',
    amount: '3',
    acquiredAt: '2024-03-01T10:00:00Z',
    historicCost: '1',
  },
  {
    section: 'CORRECTION',
    name: 'OVERRIDE_SET',
    timestamp: '2026-04-01T10:00:00Z',
    before: null,
    after: '{"assetId":"BTC","overriddenEuroValue":"=1+1"}',
    via: '=cmd|first',
  },
  { section: 'ISSUE', name: 'MISSING_PRICE', timestamp: '2026-01-01T10:00:00Z', assetKey: 'SOL' },
  {
    section: 'ISSUE',
    name: 'MISSING_PRICE',
    timestamp: '2026-02-01T10:00:00Z',
    assetKey: 'BTC',
    account: 'Kraken',
    amount: '4',
    eur: '-60',
  },
];
