/** Version of the rules and the law table, part of every fingerprint: a new one recomputes every user (engine.md §7). */
export const ENGINE_VERSION = 2;
