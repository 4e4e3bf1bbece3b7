/** What the caller is told of an answer that has an output of its own. */

/** Sides of the answer, and the box of the upright input that it shows. The box may reach beyond the input. */
export interface OutputFacts {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly boxLeftPx: number;
  readonly boxTopPx: number;
  readonly boxWidthPx: number;
  readonly boxHeightPx: number;
}
