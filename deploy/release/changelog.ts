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

/** A change in the form of Artifact Hub. */
export interface ChangelogEntry {
  readonly kind: 'added' | 'changed' | 'deprecated' | 'removed' | 'fixed' | 'security';
  readonly description: string;
}

/** Returns the entries of a version, or of "Unreleased" while the version is not released, each as one line. */
export function entriesOf(text: string, version: string): readonly ChangelogEntry[] {
  const sections = text.split(/^## /m).slice(1);
  const section =
    sections.find((each) => each.startsWith(`${version} - `)) ??
    sections.find((each) => each.startsWith('Unreleased\n'));
  const parts = (section ?? '').split(/^### /m).slice(1);
  return parts.flatMap((part) => {
    const [heading = '', ...lines] = part.split('\n');
    const bullets = lines
      .join('\n')
      .replaceAll(/^#### .*$/gm, '')
      .split(/^- /m)
      .slice(1);
    const kind = heading.trim().toLowerCase() as ChangelogEntry['kind'];
    return bullets.map((bullet) => ({ kind, description: bullet.replaceAll(/\s+/g, ' ').trim() }));
  });
}
