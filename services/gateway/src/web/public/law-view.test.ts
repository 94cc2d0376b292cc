import { LANGUAGES } from '@ctx/domain/vocabulary';
import { LAW_PAGES, servedPathOf } from '@ctx/domain/law/pages';
import { describe, expect, it } from '@jest/globals';
import { plain } from '../../../test/views.ts';
import { ruleLink } from '../../ui/law-rules.ts';
import { lawPage } from './law-view.ts';

describe('the page of the law', () => {
  it.each(LANGUAGES)(
    'in %s has a place for every rule that a figure refers to, and no address of the API',
    (language) => {
      const html = lawPage({ language, visitor: null, year: 2026, provisions: [] });
      for (const page of Object.values(LAW_PAGES)) {
        const [, id = ''] =
          /#([\w-]+)"/.exec(String(ruleLink(`https://tax.example${servedPathOf(page)}`, language))) ?? [];
        expect(html).toContain(`<h3 id="${id}">`);
      }
      expect(plain(html)).not.toMatch(/GET |\/api\/|docs\/|\.md/);
      expect(ruleLink('newer', language)).toBeNull();
    },
  );
});
