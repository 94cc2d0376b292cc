/**
 * `npm run advisories`: checks the packages of the images against the npm registry's advisories. Also part of
 * `npm run release -- X.Y.Z --commit`.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HELP = `npm run advisories [-- --accept GHSA-… …]

Asks the npm registry for known vulnerabilities of the production packages in package-lock.json. Exit code: 0 none found, 1 found,
3 not checked, because the registry did not answer or has no advisories.

  --accept  ignore an advisory that was reviewed and does not apply here; repeatable
  --help    print this help
`;
const EXIT_CODES = { none: 0, found: 1, skipped: 3 } as const;

/** The outcome of a check; `lines` are for people. */
export interface AdvisoryCheck {
  readonly outcome: keyof typeof EXIT_CODES;
  readonly lines: readonly string[];
}

interface Advisory {
  readonly title: string;
  readonly url: string;
  readonly severity: string;
  /** Affected versions. */
  readonly range: string;
}

interface AuditReport {
  readonly message?: string;
  readonly error?: { readonly summary?: string };
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (string | Advisory)[] }>>;
}

/** Checks the production packages of the repository at `root` with `npm audit`. `accepted` are ids of advisories (`GHSA-…`). */
export function checkAdvisories(root: string, accepted: readonly string[]): AdvisoryCheck {
  const args = ['audit', '--json', '--omit=dev', '--package-lock-only', '--fetch-retries=0'];
  const { stdout, error } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' });
  return checkOf(error === undefined ? reportOf(stdout) : { message: error.message }, accepted);
}

function reportOf(text: string): AuditReport {
  try {
    return JSON.parse(text) as AuditReport;
  } catch {
    return { message: 'npm audit did not return JSON' };
  }
}

function checkOf(report: AuditReport, accepted: readonly string[]): AdvisoryCheck {
  if (report.vulnerabilities === undefined) {
    const reason = report.message ?? report.error?.summary ?? 'npm audit returned nothing';
    return { outcome: 'skipped', lines: [`advisories were NOT checked: ${reason}`] };
  }
  const lines = Object.entries(report.vulnerabilities).flatMap(([name, { via }]) =>
    via
      .filter((advisory) => typeof advisory !== 'string')
      .filter(({ url }) => !accepted.some((id) => url.endsWith(`/${id}`)))
      .map(({ severity, title, url, range }) => `${severity}: ${name} ${range}: ${title} (${url})`),
  );
  return lines.length === 0
    ? { outcome: 'none', lines: ['no known vulnerability in the production packages'] }
    : { outcome: 'found', lines };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      accept: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) process.stdout.write(HELP);
  else {
    const { outcome, lines } = checkAdvisories(ROOT, values.accept);
    process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    process.exitCode = EXIT_CODES[outcome];
  }
}
