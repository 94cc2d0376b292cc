/** Reads docs/operations for tests that run its blocks, which have a comment above: `<!-- A test runs this: NAME -->`. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../docs/operations/', import.meta.url));
const TEXT = globSync('*.md', { cwd: FOLDER })
  .map((file) => readFileSync(`${FOLDER}${file}`, 'utf8'))
  .join('\n');

/** Returns the text of the block with this name. */
export function operationsBlock(name: string): string {
  const [, block] =
    new RegExp(`<!-- A test runs this: ${name} -->\\n\\n\`\`\`\\w*\\n(.*?)\`\`\``, 's').exec(TEXT) ?? [];
  if (block === undefined) throw new Error(`docs/operations has no block "${name}"`);
  return block;
}
