/** Replaces the component that draws charts, because there is no layout here. Browser tests cover charts. */
export const ChartCanvas = (): null => null;
