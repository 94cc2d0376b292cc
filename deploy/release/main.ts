/** `npm run release -- X.Y.Z`: makes a release of the unreleased changes. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { checkAdvisories } from './advisories.ts';
import { checkClients } from './clients.ts';
import { unpinnedImages } from './image-digests.ts';
import { changesOf, faultsOf, write } from './release.ts';
import { ReleaseCommand } from './release-command.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HELP = `npm run release -- X.Y.Z [--date YYYY-MM-DD] [--dry-run] [--commit] [--accept GHSA-… …]

Writes the version X.Y.Z into every file that contains it (deploy/release/places.ts) and moves the unreleased entries of
CHANGELOG.md to a section of that version. Fails if there are uncommitted changes, if the version is not higher than the current
one, if there are no unreleased entries, if the files have different versions, or if a base image has no digest (npm run
image-digests).

  --date        date of the release (default: today, UTC)
  --dry-run     lists the files that would change, without changing them
  --commit      commits the change and tags it vX.Y.Z; pushes nothing. Fails if a production package has a known vulnerability;
                prints a warning if that could not be checked (npm run advisories). Fails if a generated client does not compile or
                reads wrongly (npm run test:clients, minutes); prints a warning for each generator that could not be tested,
                because Go, Python or Java is missing
  --accept      ignore an advisory that was reviewed and does not apply here; repeatable
  --help        print this help
`;
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

const command: ReleaseCommand = new ReleaseCommand('release', HELP);
const { values, positionals } = command.parse({
  options: {
    date: { type: 'string' },
    'dry-run': { type: 'boolean' },
    commit: { type: 'boolean' },
    accept: { type: 'string', multiple: true },
  },
  allowPositionals: true,
});
const [version = '', ...more] = positionals;
if (version === '' || more.length > 0) command.end(2, 'give one version, such as 1.2.3 (see --help)');
const day = values.date ?? new Date().toISOString().slice(0, 10);
if (!DAY.test(day)) command.end(2, '--date must be a day as YYYY-MM-DD');

const faults = [
  ...faultsOf(ROOT, version),
  ...unpinnedImages(ROOT).map(
    (image) =>
      `base image without a digest: ${image}; run "npm run image-digests" where Docker Hub can be reached, and commit`,
  ),
  ...faultsOfCheckout(),
  ...(values.commit === true && values['dry-run'] !== true ? faultsOfAdvisories(values.accept ?? []) : []),
];
if (faults.length > 0) endNotReleased(faults);
if (values.commit === true && values['dry-run'] !== true) rejectBrokenClients();
const changes = changesOf(ROOT, version, day);
if (values['dry-run'] !== true) {
  write(ROOT, changes);
  if (values.commit === true) commit();
}
const verb = values['dry-run'] === true ? 'would change' : 'changed';
process.stdout.write(`${version}: ${verb}\n${changes.map(({ file }) => `  ${file}\n`).join('')}`);
if (values['dry-run'] !== true && values.commit !== true)
  process.stdout.write(
    `Review the changes, then: git commit -a -m "release: ${version}" && git tag v${version}\n`,
  );

function faultsOfCheckout(): string[] {
  const changed = git('status', '--porcelain').split('\n').filter(Boolean);
  const isTagged = git('tag', '--list', `v${version}`) !== '';
  return [
    ...changed.map((line) => `not committed: ${line}`),
    ...(isTagged ? [`the tag v${version} already exists`] : []),
  ];
}

function faultsOfAdvisories(accepted: readonly string[]): readonly string[] {
  const { outcome, lines } = checkAdvisories(ROOT, accepted);
  if (outcome === 'skipped') process.stderr.write(`release: ${lines.join('; ')}\n`);
  return outcome === 'found' ? lines : [];
}

/** Ends the release if a generated client is broken. After the other checks, because it takes minutes. */
function rejectBrokenClients(): void {
  process.stderr.write('release: testing the generated clients, which takes minutes\n');
  const { faults: faultsOfClients, skipped } = checkClients(ROOT);
  for (const line of skipped) process.stderr.write(`release: client NOT tested: ${line}\n`);
  if (faultsOfClients.length > 0) endNotReleased(faultsOfClients);
}

function endNotReleased(reasons: readonly string[]): never {
  return command.end(1, `not released:\n${reasons.map((reason) => `  ${reason}`).join('\n')}`);
}

function commit(): void {
  git('add', '--', ...changes.map(({ file }) => file));
  git('commit', '--quiet', '--message', `release: ${version}`);
  git('tag', '--annotate', '--message', `Release ${version}`, `v${version}`);
}

function git(...args: readonly string[]): string {
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trimEnd();
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    return command.end(1, `git ${args[0] ?? ''} failed: ${(stderr ?? message).trim()}`);
  }
}
