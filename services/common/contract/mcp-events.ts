/** The events that MCP clients can subscribe to: what their models and programs read of each (docs/events.md, "MCP Events"). */
import { SUBSCRIBABLE_EVENTS, type SubscribableEvent } from '@ctx/domain/event-types';

type JsonSchema = Readonly<Record<string, unknown>>;

/** An event as events/list shows it, without its ways of delivery. */
export interface McpEvent {
  readonly name: SubscribableEvent;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly payloadSchema: JsonSchema;
}

const integer = (description: string): JsonSchema => ({ type: 'integer', description });
const FIGURES_VERSION = integer('Version of the figures that the recalculation stored.');

const EVENTS: Readonly<
  Record<
    SubscribableEvent,
    { readonly description: string; readonly data: Readonly<Record<string, JsonSchema>> }
  >
> = {
  'figures.changed': {
    description: 'A recalculation ended, and its figures can be read.',
    data: {
      figuresVersion: FIGURES_VERSION,
      years: { type: 'array', items: { type: 'integer' }, description: 'Tax years whose figures differ.' },
    },
  },
  'issues.opened': {
    description: 'A recalculation found an issue that was not in the inbox before.',
    data: { figuresVersion: FIGURES_VERSION },
  },
  'import.finished': {
    description: 'An import is stored. figures.changed follows unless recalc is NOT_NEEDED.',
    data: {
      fileId: { type: ['string', 'null'], description: 'The file; null for an import without one.' },
      recalc: { type: 'string', description: 'Whether a recalculation follows.' },
    },
  },
  'year.frozen': {
    description: 'A tax year was submitted.',
    data: { year: integer('The tax year.') },
  },
};

const WITHOUT_ARGUMENTS: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };

/** All of them, in the order of the list. Each has the user in its data. Fields can be added, so others are allowed. */
export const MCP_EVENTS: readonly McpEvent[] = SUBSCRIBABLE_EVENTS.map((name) => {
  const { description, data } = EVENTS[name];
  const properties = { userId: integer('The user whose data changed.'), ...data };
  return {
    name,
    description,
    inputSchema: WITHOUT_ARGUMENTS,
    payloadSchema: { type: 'object', properties, required: Object.keys(properties) },
  };
});
