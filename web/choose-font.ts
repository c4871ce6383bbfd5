declare global {
  // oxlint-disable-next-line vars-on-top, no-var -- what a global is declared with
  var fontChosen: Promise<void> | undefined;
}

/**
 * An inline script behind the page's styles chooses the font once, before any text is drawn: Inter if it has loaded
 * within this many milliseconds, otherwise the system's font until the next page load. No other font has Inter's word
 * widths, so a late exchange would move the text being read. The browser's own `font-display: optional` draws text
 * again that was blank during its block period.
 */
const MAX_WAIT_MS = 100;

export async function chooseFont(): Promise<void> {
  const href = document.querySelector<HTMLLinkElement>('link[as="font"]')?.href;
  if (href === undefined) return;
  const { dataset } = document.documentElement;
  dataset['font'] = 'awaited';
  const inter = new FontFace('Inter Variable', `url("${href}")`, { weight: '100 900' });
  const hasLoaded = inter.load().then(
    () => true,
    () => false,
  );
  const timeout = new Promise<false>((resolve) => {
    setTimeout(resolve, MAX_WAIT_MS, false);
  });
  if (await Promise.race([hasLoaded, timeout])) document.fonts.add(inter);
  delete dataset['font'];
}

globalThis.fontChosen = chooseFont();
