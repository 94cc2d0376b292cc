/** Lists that come in pages, read element by element. */

/** Yields the elements of all pages: pages are numbered from 0. A page is read when its first element is asked for. */
export async function* elementsOf<Page extends { readonly hasNext: boolean }, Element>(
  read: (page: number) => Promise<Page>,
  elements: (page: Page) => readonly Element[],
): AsyncGenerator<Element, void, undefined> {
  for (let number = 0, hasNext = true; hasNext; number++) {
    const page = await read(number);
    yield* elements(page);
    hasNext = page.hasNext;
  }
}

/** Yields the elements of all pages, of which each names the next one. */
export async function* linesOf<Page extends { readonly next?: string | null }, Element>(
  read: (after: string | null) => Promise<Page>,
  elements: (page: Page) => readonly Element[],
): AsyncGenerator<Element, void, undefined> {
  let next: string | null = null;
  do {
    const page: Page = await read(next);
    yield* elements(page);
    next = page.next ?? null;
  } while (next !== null);
}
