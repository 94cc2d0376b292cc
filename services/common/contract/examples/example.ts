/** An example of one operation. */
export interface Example {
  /** Path and query parameters by name. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly body?: object;
  /** The body of an operation that receives a file. */
  readonly file?: { readonly type: string; readonly text: string };
  /** Without records that can be null, because OpenAPI 3.0 validators disagree about nullable references. */
  readonly answer: object;
}
