declare module '*/.dependency-cruiser.mjs' {
  const configuration: { forbidden: object[]; options: object };
  export default configuration;
  export const FLOORS: Readonly<
    Record<string, { readonly folder: string; readonly floors: readonly (readonly string[])[] }>
  >;
}

declare module '*/eslint.config.mjs' {
  import type { Linter } from 'eslint';

  const configuration: Linter.Config[];
  export default configuration;
}
