/** Where toasts stand: never over a control that somebody is using. */

/** Between a toast and what it must not touch, in CSS pixels. */
const GAP = 12;
const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
/** The controls inside one of these are used together. */
const GROUPS = 'form, [data-add], [role="dialog"], [role="group"], fieldset';

interface Span {
  readonly top: number;
  readonly bottom: number;
}

interface Rect extends Span {
  readonly left: number;
  readonly right: number;
}

/** `above-bar` is at the bottom of the page, over the bar of tabs only in `over-bar`; `none` has no room for it. */
export type ToastPlace = 'above-bar' | 'top' | 'over-bar' | 'none';

interface Surroundings {
  /** What is seen of the page, without the keyboard. */
  readonly view: Span;
  /** Where the bar of tabs begins, or the end of the view where there is none at the bottom. */
  readonly barTop: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly inUse: readonly Rect[];
  readonly present: ToastPlace;
}

/** Where a toast of that place would stand. */
function spanOf(place: ToastPlace, { view, barTop, height }: Surroundings): Span {
  if (place === 'top') return { top: view.top + GAP, bottom: view.top + GAP + height };
  const bottom = (place === 'over-bar' ? view.bottom : Math.min(barTop, view.bottom)) - GAP;
  return { top: bottom - height, bottom };
}

/** The first place that covers nothing in use; the one it has goes first, so that it does not move under a finger. */
export function freePlace(around: Surroundings): ToastPlace {
  const { inUse, left, right, present } = around;
  const isFree = (place: ToastPlace): boolean => {
    const { top, bottom } = spanOf(place, around);
    return !inUse.some((rect) => rect.left < right && left < rect.right && rect.top < bottom && top < rect.bottom);
  };
  const places: readonly ToastPlace[] = ['above-bar', 'top', 'over-bar'];
  if (present !== 'none' && present !== 'over-bar' && isFree(present)) return present;
  return places.find(isFree) ?? 'none';
}

/** The controls that are used together with `element`: its form's, or those beside it. */
function usedWith(element: Element): readonly Element[] {
  if (element === document.body || !element.isConnected) return [];
  const group = element.closest(GROUPS);
  return [element, ...(group?.querySelectorAll(CONTROLS) ?? element.parentElement?.querySelectorAll(CONTROLS) ?? [])];
}

/**
 * Keeps the toasts in `frame` off what is in use: what has the focus, what was pressed last, and the form around either.
 * @returns what ends it
 */
export function keepClear(frame: HTMLElement): () => void {
  let pressed: Element = document.body;
  let present: ToastPlace = 'above-bar';
  let asked = 0;
  const place = (): void => {
    asked = 0;
    const { height, left, right } = frame.getBoundingClientRect();
    const focused = document.activeElement ?? document.body;
    if (height === 0) present = 'above-bar'; // the next toast begins anew
    if (height === 0 || frame.contains(focused) || frame.matches(':hover')) return;
    const seen = window.visualViewport;
    const view = { top: seen?.offsetTop ?? 0, bottom: (seen?.offsetTop ?? 0) + (seen?.height ?? innerHeight) };
    const bar = document.querySelector('[data-bottom-bar]')?.getBoundingClientRect();
    const barTop = bar && bar.top > view.top + GAP ? bar.top : view.bottom;
    const inUse = [...usedWith(focused), ...usedWith(pressed)]
      .map((element) => element.getBoundingClientRect())
      .filter((rect) => rect.height > 1 && rect.bottom > view.top && rect.top < Math.min(barTop, view.bottom));
    const around = { view, barTop, height, left, right, inUse, present };
    present = freePlace(around);
    const { top } = spanOf(present, around);
    frame.dataset['place'] = present;
    frame.style.setProperty('--toasts-top', `${top}px`);
  };
  const ask = (): void => {
    asked ||= requestAnimationFrame(place);
  };
  const press = ({ target }: Event): void => {
    if (target instanceof Element && !frame.contains(target)) pressed = target.closest(CONTROLS) ?? document.body;
    ask();
  };
  // What changes its size, as text does when its font comes, changes that of the page or of the toast.
  const sizes = new ResizeObserver(place);
  sizes.observe(frame);
  sizes.observe(document.body);
  const ending = new AbortController();
  const { signal } = ending;
  document.addEventListener('pointerdown', press, { capture: true, signal });
  for (const happens of ['focusin', 'focusout', 'scroll', 'transitionend'])
    document.addEventListener(happens, ask, { capture: true, passive: true, signal });
  for (const of of [window, window.visualViewport])
    for (const happens of ['resize', 'scroll']) of?.addEventListener(happens, ask, { signal });
  return () => {
    ending.abort();
    sizes.disconnect();
    cancelAnimationFrame(asked);
  };
}
