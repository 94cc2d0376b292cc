/** The addresses of pages, for programs and assistants that send a person to one. */
import { z } from 'zod';
import { NONE, type Operation } from './operation.ts';
import { year } from './requests.ts';

export const Link = z
  .object({
    page: z.string().describe('What the page is for, such as REPORT. More pages may follow.'),
    url: z.string().describe('Its whole address. The user signs in there.'),
    description: z.string().describe('What the page shows, in words.'),
  })
  .meta({ id: 'Link', description: 'A page of this service.' });

export const LinksResponse = z
  .object({ links: z.array(Link).describe('The pages, with their addresses.') })
  .meta({ id: 'LinksResponse' });

export const LinksQuery = z.strictObject({ year: year.optional() });

export const LINK_OPERATIONS = [
  {
    id: 'getLinks',
    method: 'GET',
    path: '/api/v1/links',
    tag: 'Account',
    scope: 'read',
    answeredBy: 'gateway',
    summary: 'Addresses of pages',
    description:
      'The pages for files, questions, prices and connected apps; with `year` also those of the year. The page of a transaction is in the answers that have it.',
    pathParameters: NONE,
    query: LinksQuery,
    response: LinksResponse,
    rejections: [],
  },
] as const satisfies readonly Operation[];
