/** The documentation at /docs, as files: every link resolves, and every rejection and operation is explained. */
import { describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@ctx/contract/operations';
import { REJECTION_HELP } from '@ctx/contract/rejection-help';
import { EDGE_REJECTIONS, REJECTIONS } from '@ctx/domain/rejections';
import { buildOpenApi } from '../../api/openapi/document.ts';
import { docsFiles } from './docs.ts';
import { fillGuide } from './guides.ts';
import type { OpenApiParts } from './openapi-parts.ts';

const BASE_URL = 'https://tax.example';
const document = buildOpenApi(BASE_URL, '1.0.0') as unknown as OpenApiParts;
const files = docsFiles(BASE_URL, document);
const pages = [...files]
  .filter(([, { type }]) => type === 'html')
  .map(([path, { body }]) => [path, String(body)] as const);
/** Paths outside the documentation that its pages link to. */
const OUTSIDE = [
  '/entry',
  '/settings',
  '/settings/files',
  '/settings/tokens',
  '/settings/apps',
  '/api/v1/openapi.json',
  '/llms.txt',
  '/',
];

describe('A page of the documentation', () => {
  it.each(pages)('links only to pages and headings that exist: %s', (path, page) => {
    const dead = [...page.matchAll(/ href="([^"]+)"/g)]
      .map(([, href = '']) => href)
      .filter((href) => {
        const url = new URL(href, `${BASE_URL}${path}`);
        if (url.origin !== BASE_URL || OUTSIDE.includes(url.pathname) || url.pathname.startsWith('/pages/'))
          return false;
        const target = files.get(url.pathname);
        if (target === undefined) return true;
        const id = url.hash.slice(1);
        return id !== '' && !String(target.body).includes(`id="${id}"`);
      });
    expect(dead).toEqual([]);
  });

  it.each(pages)('has no inline style or script, and no id twice: %s', (_path, page) => {
    expect(page).not.toMatch(/<style|<script(?![^>]* src=)| style="/);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it('exists for every operation', () => {
    for (const { id } of OPERATIONS) expect(files.has(`/docs/operations/${id}`)).toBe(true);
  });
});

describe('The guide to errors', () => {
  const guide = String(files.get('/docs/errors')?.body);

  it.each(Object.keys({ ...REJECTIONS, ...EDGE_REJECTIONS, ...REJECTION_HELP }))('explains %s', (name) => {
    expect(guide).toContain(`id="${name}"`);
    const { cause, cure } = REJECTION_HELP[name as keyof typeof REJECTION_HELP];
    expect([cause, cure]).not.toContain('');
  });
});

describe('A guide', () => {
  it('cannot name a limit or a table that does not exist', () => {
    expect(() => fillGuide('{{noSuchLimit}}')).toThrow('noSuchLimit');
  });
});
