/** What the drawing library tells about itself when it has drawn. */
interface ChartContext {
  readonly w: { readonly globals: { readonly translateX: number; readonly gridWidth: number } };
}

/** Where in a chart its line runs: pixels from the chart's left edge to moments and back. */
export class PlotField {
  readonly #begin: number;
  readonly #length: number;
  #left = 0;
  #width = 1;

  /** @param span ISO instants of its two edges */
  constructor({ from, to }: { readonly from: string; readonly to: string }) {
    this.#begin = Date.parse(from);
    this.#length = Math.max(1, Date.parse(to) - this.#begin);
  }

  readonly place = ({ w: { globals } }: ChartContext): void => {
    this.#left = globals.translateX;
    this.#width = Math.max(1, globals.gridWidth);
  };

  /** Milliseconds since 1970; beside the field that of its nearer edge. */
  momentAt(pixels: number): number {
    const part = Math.min(1, Math.max(0, (pixels - this.#left) / this.#width));
    return this.#begin + part * this.#length;
  }

  placeOf(moment: number): number {
    return this.#left + ((moment - this.#begin) / this.#length) * this.#width;
  }
}
