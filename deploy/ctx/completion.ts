/** `ctx completion`: prints a script with which bash or zsh completes commands and options, made from the commands themselves. */
import { Argument, type Command, type Option } from 'commander';
import { CTX } from './examples.ts';

const SHELLS = ['bash', 'zsh'] as const;
type Shell = (typeof SHELLS)[number];

/** The words that may follow one command. */
interface CommandWords {
  /** Such as `user create`; empty for `ctx` itself. */
  readonly path: string;
  /** Subcommands, the values of an argument, or else its options; nothing if it takes files. */
  readonly words: readonly string[];
  readonly options: readonly string[];
  /** The values of each option that takes one: a fixed list, or null for any text or file. */
  readonly values: ReadonlyMap<string, readonly string[] | null>;
}

/** Adds the command `completion`. */
export function registerCompletionCommand(program: Command): void {
  program
    .command('completion')
    .summary('Prints a script that completes commands and options in bash or zsh.')
    .description(
      'Prints a script that completes commands and options in bash or zsh. It completes the name "ctx": in a checkout, define an alias.',
    )
    .addArgument(new Argument('<shell>', 'shell').choices(SHELLS))
    .addHelpText(
      'after',
      `
Examples, for ~/.bashrc or ~/.zshrc:
  alias ctx='${CTX}'
  source <(${CTX} completion bash)`,
    )
    .action((shell: Shell) => {
      process.stdout.write(completionScript(program, shell));
    });
}

/** Returns the script of a shell for the commands of `program`. */
function completionScript(program: Command, shell: Shell): string {
  const commands = commandsBelow(program, '');
  return shell === 'bash' ? bashScript(commands) : zshScript(commands);
}

function commandsBelow(command: Command, path: string): CommandWords[] {
  const help = command.createHelp();
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  const names = options.map(nameOf);
  const words = [
    ...help.visibleCommands(command).map((each) => each.name()),
    ...command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
  ];
  const isWithoutWords = words.length === 0 && command.registeredArguments.length === 0;
  const withValue = options.filter(({ required }) => required);
  return [
    {
      path,
      words: isWithoutWords ? names : words,
      options: names,
      values: new Map(withValue.map((each) => [nameOf(each), each.argChoices ?? null])),
    },
    ...command.commands.flatMap((each) => commandsBelow(each, `${path} ${each.name()}`.trim())),
  ];
}

const nameOf = (option: Option): string => option.long ?? option.flags;

/**
 * Returns the body that both shells read. From `current` and `previous`, the word to complete and the one before it, it sets `found` to the
 * words that fit; to nothing where any text or file may follow. `before` is an expression for all words before `current`.
 */
function bodyOf(commands: readonly CommandWords[], before: string): string {
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`]));
  const values = commands.flatMap(({ path, values: ofCommand }) =>
    [...ofCommand].map(
      ([option, choices]) => `    '${path} ${option}') found='${(choices ?? []).join(' ')}' ;;`,
    ),
  );
  const words = commands.map(
    (each) =>
      `    '${each.path}') following='${each.words.join(' ')}' options='${each.options.join(' ')}' ;;`,
  );
  return `  local at='' word following='' options='' found=''
  for word in ${before}; do
    case "\${at:+$at }$word" in
      ${paths.join('|')}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at" in
${words.join('\n')}
  esac
  case "$current" in -*) found=$options ;; *) found=$following ;; esac
  case "$at $previous" in
${values.join('\n')}
  esac`;
}

function bashScript(commands: readonly CommandWords[]): string {
  return `# Completes ctx in bash.
_ctx() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
${bodyOf(commands, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"')}
  COMPREPLY=($(compgen -W "$found" -- "$current"))
}
# Without a word that fits, bash completes files.
complete -o default -F _ctx ctx
`;
}

function zshScript(commands: readonly CommandWords[]): string {
  return `# Completes ctx in zsh. Load it after compinit.
_ctx() {
  local current=$words[CURRENT] previous=$words[CURRENT-1]
  local -a before=("\${(@)words[2,CURRENT-1]}")
${bodyOf(commands, '$before')}
  if [[ -n $found ]]; then compadd -- \${=found}; else _files; fi
}
compdef _ctx ctx
`;
}
