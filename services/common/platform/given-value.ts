/** The text of a setting: from its environment variable, or from the file that the variable of the same name with `_FILE` names. */
import { readFileSync } from 'node:fs';

/** A setting that cannot be used. The message starts with the name of its variable. */
export class SettingFault extends Error {}

/** The text of a setting, and the variable that gives it. */
export interface GivenValue {
  readonly variable: string;
  /** Undefined if neither variable is set. */
  readonly text: string | undefined;
}

/**
 * Returns the text of a setting that may be given as a file. An empty variable counts as not set; white space at the ends of a file
 * does not belong to the text.
 * @throws SettingFault if both variables are set, or if the file cannot be read or is empty
 */
export function givenValue(environment: NodeJS.ProcessEnv, name: string): GivenValue {
  const text = environment[name] === '' ? undefined : environment[name];
  const variable = `${name}_FILE`;
  const path = environment[variable];
  if (path === undefined || path === '') return { variable: name, text };
  if (text !== undefined)
    throw new SettingFault(`${name}: is set together with ${variable}; set one of them`);
  return { variable, text: textOf(variable, path) };
}

function textOf(variable: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new SettingFault(`${variable}: ${JSON.stringify(path)} cannot be read (${code})`);
  }
  if (text === '') throw new SettingFault(`${variable}: ${JSON.stringify(path)} is empty`);
  return text;
}
