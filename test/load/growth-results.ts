/** What `load:growth` writes and `load:picture` reads. */

export interface Point {
  readonly x: number;
  readonly y: number;
  /** Why it does not count. */
  readonly void?: string;
}

/** One picture. */
export interface Series {
  /** Names its file. */
  readonly id: string;
  readonly title: string;
  /** What the axes count. */
  readonly x: string;
  readonly y: string;
  readonly lines: Readonly<Record<string, readonly Point[]>>;
}

export interface Results {
  readonly machine: { readonly cores: number; readonly memoryGb: number; readonly node: string };
  readonly series: readonly Series[];
}
