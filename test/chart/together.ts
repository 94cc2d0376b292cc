/** Settings that are rejected, given to Helm together: it names every one of them, and starting it takes nearly all of the time. */
import { example, HELM_VERSIONS, type Outcome, template } from './helm.ts';

/**
 * Returns a function that returns what each version of Helm says to a setting (`--set-json`) on top of the minimal example. Settings are given
 * together where none is part of another's path, so that what Helm says about one does not name another.
 */
export function rejectedTogether(settings: readonly string[]): (setting: string) => Promise<Outcome[]> {
  const groups: string[][] = [];
  for (const setting of settings) {
    const group = groups.find((others) => others.every((other) => isApart(pathOf(setting), pathOf(other))));
    if (group === undefined) groups.push([setting]);
    else group.push(setting);
  }
  const outcomes = new Map<readonly string[], Promise<Outcome[]>>();
  return (setting) => {
    const group = groups.find((each) => each.includes(setting)) ?? [setting];
    const outcome = outcomes.get(group) ?? outcomesOf(group);
    outcomes.set(group, outcome);
    return outcome;
  };
}

function pathOf(setting: string): string {
  return setting.slice(0, setting.indexOf('='));
}

function isApart(path: string, other: string): boolean {
  return !path.includes(other) && !other.includes(path);
}

function outcomesOf(settings: readonly string[]): Promise<Outcome[]> {
  const given = settings.flatMap((setting) => ['--set-json', setting]);
  return Promise.all(HELM_VERSIONS.map((version) => template(version, ...example('minimal'), ...given)));
}
