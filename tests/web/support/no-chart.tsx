/** In place of what draws charts: without a layout there is nothing to draw on. Charts are drawn in the browser's tests. */
export const ChartCanvas = (): null => null;
