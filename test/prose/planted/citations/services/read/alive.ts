/**
 * engine.md; engine.md §1 and §2; engine.md §1, "Rules"; engine.md, Rules 1; engine.md §1, "Rules", 1; engine.md, I1;
 * engine.md §2, `isLoan`; docs/rules/engine.md §2 continues (engine.md §1,
 * "Rules"), ADR 1, services/read/alive.ts, https://example.org/docs/gone.md
 */
export {};
