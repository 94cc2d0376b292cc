/** Finds the names of tools in texts for a model, so that a test can compare them with the tools that exist. */

const VERBS = 'list|get|find|apply|remove|create|delete|match|unmatch|explain|preview|undo';
const NAME = new RegExp(`\\b(?:${VERBS})_[a-z_]+`, 'g');

/** Returns every word of a text that has the form of a tool's name. */
export function toolsNamedIn(text: string): string[] {
  return text.match(NAME) ?? [];
}
