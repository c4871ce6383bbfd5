declare global {
  // oxlint-disable-next-line vars-on-top, no-var -- what a global is declared with
  var fontChosen: Promise<void> | undefined;
}

/**
 * Stands in the HTML itself, behind its styles: chooses the page's font once, before any text is drawn in it. Inter, where
 * it is there within the time; else what the machine has, as long as the page is open, and Inter the next time. No other
 * font has Inter's widths word by word: one that takes the place of another moves what is being read. The browser's own
 * `font-display: optional` draws text again that was blank while its time ran.
 */
const MOST_MS = 100;

export async function chooseFont(): Promise<void> {
  const href = document.querySelector<HTMLLinkElement>('link[as="font"]')?.href;
  if (href === undefined) return;
  const { dataset } = document.documentElement;
  dataset['font'] = 'awaited';
  const inter = new FontFace('Inter Variable', `url("${href}")`, { weight: '100 900' });
  const isThere = inter.load().then(
    () => true,
    () => false,
  );
  const isLate = new Promise<false>((resolve) => {
    setTimeout(resolve, MOST_MS, false);
  });
  if (await Promise.race([isThere, isLate])) document.fonts.add(inter);
  delete dataset['font'];
}

globalThis.fontChosen = chooseFont();
