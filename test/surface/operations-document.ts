/** Reads docs/operations.md for tests that run its blocks, which have a comment above: `<!-- A test runs this: NAME -->`. */
import { readFileSync } from 'node:fs';

const TEXT = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');

/** Returns the text of the block with this name. */
export function operationsBlock(name: string): string {
  const [, block] =
    new RegExp(`<!-- A test runs this: ${name} -->\\n\\n\`\`\`\\w*\\n(.*?)\`\`\``, 's').exec(TEXT) ?? [];
  if (block === undefined) throw new Error(`docs/operations.md has no block "${name}"`);
  return block;
}
