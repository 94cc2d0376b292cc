/** docs/operations.md as tests read it: blocks that they run are marked by a comment above, `<!-- A test runs this: NAME -->`. */
import { readFileSync } from 'node:fs';

const TEXT = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');

/** The text of the block that is marked so. */
export function operationsBlock(name: string): string {
  const [, block] =
    new RegExp(`<!-- A test runs this: ${name} -->\\n\\n\`\`\`\\w*\\n(.*?)\`\`\``, 's').exec(TEXT) ?? [];
  if (block === undefined) throw new Error(`docs/operations.md has no block "${name}"`);
  return block;
}
