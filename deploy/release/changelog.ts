/** CHANGELOG.md: a section "Unreleased", then one section per release with its date. */

const UNRELEASED = /^## Unreleased\n(?<entries>[^]*?)(?=^## |$(?![^]))/m;
const RELEASED = /^## (\d+\.\d+\.\d+) - \d{4}-\d{2}-\d{2}$/m;

/** Returns the version of the newest release; null before the first. */
export function newestRelease(text: string): string | null {
  return RELEASED.exec(text)?.[1] ?? null;
}

/** Returns the entries under "Unreleased" without their headings; null if there is no such section. */
export function unreleased(text: string): string | null {
  const entries = UNRELEASED.exec(text)?.groups?.['entries'];
  return entries === undefined ? null : entries.replaceAll(/^### .*$/gm, '').trim();
}

/** Returns the text with all unreleased entries moved to a section of `version` and `day` (YYYY-MM-DD). */
export function withRelease(text: string, version: string, day: string): string {
  return text.replace(/^## Unreleased\n/m, `## Unreleased\n\n## ${version} - ${day}\n`);
}
