/** A page that is gone: gone.md. */
// A folder that is gone: docs/gone/engine.md.
// A section by number: engine.md §3.
// A section by title: engine.md, "Swaps".
// A title of another section: engine.md §2, "Rules".
// A point: engine.md, Rules 2.
// A further point: engine.md, Rules 1 and 3.
// A title on the next line: (engine.md §1,
// "Overrides").
// An invariant: engine.md, I2.
// A word: engine.md §2, `isRepayment`.
// A heading that only a comment in a shell block has: engine.md §9.
// A name of two pages: notes.md.
// A decision: ADR 2.
// A path: services/read/gone.ts.
// An anchor: docs/rules/engine.md#gone.
export {};
