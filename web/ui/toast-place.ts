/** The distance between a toast and controls in use, in CSS pixels. */
const GAP = 12;
const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
/** Controls inside one of these elements are used together. */
const GROUPS = 'form, [data-add], [role="dialog"], [role="group"], fieldset';

interface VerticalSpan {
  readonly top: number;
  readonly bottom: number;
}

interface Rect extends VerticalSpan {
  readonly left: number;
  readonly right: number;
}

/** `above-bar` is at the bottom of the page, and `over-bar` covers the tab bar; with `none` there is no space. */
export type ToastPlace = 'above-bar' | 'top' | 'over-bar' | 'none';

interface Surroundings {
  /** The visible part of the page, without the keyboard. */
  readonly view: VerticalSpan;
  /** The top of the tab bar, or the bottom of the viewport if there is none at the bottom. */
  readonly barTop: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly inUse: readonly Rect[];
  readonly present: ToastPlace;
}

/** The vertical span of a toast in that place. */
function spanOf(place: ToastPlace, { view, barTop, height }: Surroundings): VerticalSpan {
  if (place === 'top') return { top: view.top + GAP, bottom: view.top + GAP + height };
  const bottom = (place === 'over-bar' ? view.bottom : Math.min(barTop, view.bottom)) - GAP;
  return { top: bottom - height, bottom };
}

/**
 * The first place that covers no control in use; the current one is preferred, so that the toast does not move under a
 * finger.
 */
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

/** The controls that are used together with `element`: those of its form or its row. */
function usedWith(element: Element): readonly Element[] {
  if (element === document.body || !element.isConnected) return [];
  const group = element.closest(GROUPS);
  return [element, ...(group?.querySelectorAll(CONTROLS) ?? element.parentElement?.querySelectorAll(CONTROLS) ?? [])];
}

/**
 * Keeps the toasts in `frame` off the controls in use: the focused one, the last pressed one, and the forms around
 * both.
 * @returns stops it
 */
export function keepClear(frame: HTMLElement): () => void {
  let pressed: Element = document.body;
  let present: ToastPlace = 'above-bar';
  let asked = 0;
  const place = (): void => {
    asked = 0;
    const { height, left, right } = frame.getBoundingClientRect();
    const focused = document.activeElement ?? document.body;
    if (height === 0) present = 'above-bar'; // Without toasts the place is reset for the next one.
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
  // A change of size inside, as when a font loads, also changes the size of the page or the toast.
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
