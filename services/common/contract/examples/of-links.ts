/** Examples of the addresses of pages. */
import type { Example } from './example.ts';

export const LINK_EXAMPLES = {
  getLinks: {
    parameters: { year: 2026 },
    answer: {
      links: [
        {
          page: 'YEAR',
          url: 'https://tax.example/overview/2026',
          description: 'What is owed for the year, and how it is made.',
        },
        {
          page: 'FILES',
          url: 'https://tax.example/settings/files',
          description: 'Adds exports of exchanges and wallets, and removes them.',
        },
      ],
    },
  },
} as const satisfies Record<string, Example>;
