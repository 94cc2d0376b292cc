/** The results that `load:growth`, `load:population` and `load:night` write and `load:picture` reads. */

export interface Point {
  readonly x: number;
  readonly y: number;
  /** Why the point does not count. */
  readonly void?: string;
}

/** The data of one picture. */
export interface Series {
  /** Name of the picture's file. */
  readonly id: string;
  readonly title: string;
  /** Labels of the axes. */
  readonly x: string;
  readonly y: string;
  readonly lines: Readonly<Record<string, readonly Point[]>>;
  /** Whether both axes are linear, as for times of a clock; else an axis is logarithmic if its values span more than a factor of ten. */
  readonly isLinear?: boolean;
}

export interface Results {
  readonly machine: { readonly cores: number; readonly memoryGb: number; readonly node: string };
  readonly series: readonly Series[];
}
