export interface Example {
  /** Of path and query, by name. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly body?: object;
  /** Records that may be null are left out: validators of OpenAPI 3.0 differ on a nullable reference. */
  readonly answer: object;
}
