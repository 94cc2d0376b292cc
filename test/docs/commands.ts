/** The shell commands that the documents name, in blocks and between backticks. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** All documents that people follow; the changelog is history, and openapi.json and the contract table hold no commands. */
const DOCUMENTS: readonly string[] = globSync(
  ['*.md', '.github/*.md', 'docs/**/*.md', 'charts/*/README.md'],
  { cwd: ROOT },
)
  .filter((file) => file !== 'CHANGELOG.md')
  .sort();

export interface Command {
  readonly file: string;
  /** The program, then its arguments without quotes. */
  readonly words: readonly string[];
}

/** Programs of which a document names a whole command between backticks. */
const PROGRAMS = ['npm', 'npx', 'node', 'curl', 'docker', 'helm', 'kubectl', 'git', 'psql', 'tsc', 'jest'];
const SPAN = new RegExp(`^(?:[A-Z_]+=\\S+ )*(?:${PROGRAMS.join('|')}) \\S`);

/** Returns the shell blocks of a document, indented ones too, as one script, because a block may use a function that an earlier one defines. */
export function shellBlocks(text: string): string {
  return [...text.matchAll(/^ *```(?:sh|bash|shell|console)\n(.*?)^ *```/gms)]
    .map(([, block = '']) => block)
    .join('\n');
}

/** Returns the texts between backticks outside the blocks of a document, each on one line. */
export function spansOf(text: string): string[] {
  const prose = text.replaceAll(/^ *```.*?^ *```/gms, '');
  return [...prose.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.replaceAll(/\s+/g, ' '));
}

/** The commands of one document. */
export function commandsIn(file: string, text: string): Command[] {
  const spans = spansOf(text).filter((span) => SPAN.test(span));
  return [shellBlocks(text), ...spans].flatMap((script) =>
    commandsOf(script).map((words) => ({ file, words })),
  );
}

/** The commands of all documents. */
export function documentedCommands(): Command[] {
  return DOCUMENTS.flatMap((file) => commandsIn(file, readFileSync(`${ROOT}${file}`, 'utf8')));
}

const KEYWORDS = ['do', 'then', 'else', 'until', 'while', 'if', '{', '}', '!', 'exec'];
const SKIPPED = ['for', 'done', 'fi'];

/** The simple commands of a shell script, each as its words; what a `$(…)` runs is a command of its own. */
function commandsOf(script: string): string[][] {
  const inner: string[][] = [];
  // Functions that a script defines are known to all of it.
  const functions = [...script.matchAll(/^(\w+)\(\)/gm)].map(([, name = '']) => name);
  const text = withoutSubstitutions(
    script.replaceAll(/<<'?(\w+)\b'?([^\n]*)\n.*?^\1$/gms, '$2').replaceAll(/\\\n\s*/g, ' '),
    (body) => inner.push(...commandsOf(body)),
  );
  const own = simpleCommands(text).flatMap((words) => {
    let rest = words.filter((word) => !/^\d*[<>]/.test(word));
    while (KEYWORDS.includes(rest[0] ?? '') || /^(\w+=|\w+\(\)$)/.test(rest[0] ?? '')) rest = rest.slice(1);
    return rest.length === 0 || SKIPPED.includes(rest[0] ?? '') ? [] : [rest];
  });
  return [...own, ...inner].filter(([program = '']) => !functions.includes(program));
}

/** Puts a word in the place of each `$(…)`, and hands its body on. */
function withoutSubstitutions(text: string, onBody: (body: string) => void): string {
  const start = text.indexOf('$(');
  if (start === -1) return text;
  let depth = 0;
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')') depth--;
    if (depth > 0) continue;
    onBody(text.slice(start + 2, at));
    return `${text.slice(0, start)}SUBSTITUTED${withoutSubstitutions(text.slice(at + 1), onBody)}`;
  }
  throw new Error(`a $( without its end: ${text.slice(start)}`);
}

const TOKEN = /#[^\n]*|"(?:\\.|[^"\\])*"|'[^']*'|\n|;|&&|\|\|?|\\.|[ \t]+|[^\s;|&"'\\]+|&/gs;

/** Splits at newlines and operators; a comment begins with a word that begins with `#`. */
function simpleCommands(text: string): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | null = null;
  const endWord = (): void => {
    if (word !== null) words.push(word);
    word = null;
  };
  const endCommand = (): void => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
  };
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.startsWith('#') && word === null) continue;
    if (['\n', ';', '&&', '||', '|', '&'].includes(token)) endCommand();
    else if (/^[ \t]/.test(token)) endWord();
    else word = (word ?? '') + token.replaceAll(/^["']|["']$/g, '');
  }
  endCommand();
  return commands;
}
