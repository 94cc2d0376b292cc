/** The types of the texts of formats. */

export interface FormatText {
  /** Platform and file, such as `Kraken: trades`. */
  readonly title: string;
  /** Where to find the file, and what to choose there. */
  readonly download: string;
}

/** Texts by the id of a format. */
export type FormatTexts = Readonly<Record<string, FormatText>>;
