/** CHANGELOG.md: what is to come under "Unreleased", below it each release with its day. */

const UNRELEASED = /^## Unreleased\n(?<entries>[^]*?)(?=^## |$(?![^]))/m;
const RELEASED = /^## (\d+\.\d+\.\d+) - \d{4}-\d{2}-\d{2}$/m;

/** The version of the newest release; null before the first. */
export function newestRelease(text: string): string | null {
  return RELEASED.exec(text)?.[1] ?? null;
}

/** What stands under "Unreleased", headings of kinds left out; null when there is no such section. */
export function unreleased(text: string): string | null {
  const entries = UNRELEASED.exec(text)?.groups?.['entries'];
  return entries === undefined ? null : entries.replaceAll(/^### .*$/gm, '').trim();
}

/** The text with everything unreleased under `version` and `day` (YYYY-MM-DD), and an empty section above. */
export function withRelease(text: string, version: string, day: string): string {
  return text.replace(/^## Unreleased\n/m, `## Unreleased\n\n## ${version} - ${day}\n`);
}
