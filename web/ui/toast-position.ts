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
export type ToastPosition = 'above-bar' | 'top' | 'over-bar' | 'none';

interface ToastContext {
  /** The visible part of the page, without the keyboard. */
  readonly view: VerticalSpan;
  /** The top of the tab bar, or the bottom of the viewport if there is none at the bottom. */
  readonly barTop: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly usedRects: readonly Rect[];
  readonly current: ToastPosition;
}

/** The vertical span of a toast in that place. */
function spanOf(place: ToastPosition, { view, barTop, height }: ToastContext): VerticalSpan {
  if (place === 'top') return { top: view.top + GAP, bottom: view.top + GAP + height };
  const bottom = (place === 'over-bar' ? view.bottom : Math.min(barTop, view.bottom)) - GAP;
  return { top: bottom - height, bottom };
}

/**
 * The first place that covers no control in use; the current one is preferred, so that the toast does not move under a
 * finger.
 */
export function findFreePosition(context: ToastContext): ToastPosition {
  const { usedRects, left, right, current } = context;
  const isFree = (place: ToastPosition): boolean => {
    const { top, bottom } = spanOf(place, context);
    return !usedRects.some((rect) => rect.left < right && left < rect.right && rect.top < bottom && top < rect.bottom);
  };
  const places: readonly ToastPosition[] = ['above-bar', 'top', 'over-bar'];
  if (current !== 'none' && current !== 'over-bar' && isFree(current)) return current;
  return places.find(isFree) ?? 'none';
}

/** The controls that are used together with `element`: those of its form or its row. */
function controlsUsedWith(element: Element): readonly Element[] {
  if (element === document.body || !element.isConnected) return [];
  const group = element.closest(GROUPS);
  return [element, ...(group?.querySelectorAll(CONTROLS) ?? element.parentElement?.querySelectorAll(CONTROLS) ?? [])];
}

/**
 * Keeps the toasts in `frame` off the controls in use: the focused one, the last pressed one, and the forms around
 * both.
 * @returns a function that stops it
 */
export function keepToastsClear(frame: HTMLElement): () => void {
  let pressed: Element = document.body;
  let current: ToastPosition = 'above-bar';
  let frameRequest = 0;
  const update = (): void => {
    frameRequest = 0;
    const { height, left, right } = frame.getBoundingClientRect();
    const focused = document.activeElement ?? document.body;
    if (height === 0) current = 'above-bar'; // Without toasts the place is reset for the next one.
    if (height === 0 || frame.contains(focused) || frame.matches(':hover')) return;
    const viewport = window.visualViewport;
    const view = {
      top: viewport?.offsetTop ?? 0,
      bottom: (viewport?.offsetTop ?? 0) + (viewport?.height ?? innerHeight),
    };
    const bar = document.querySelector('[data-bottom-bar]')?.getBoundingClientRect();
    const barTop = bar && bar.top > view.top + GAP ? bar.top : view.bottom;
    const usedRects = [...controlsUsedWith(focused), ...controlsUsedWith(pressed)]
      .map((element) => element.getBoundingClientRect())
      .filter((rect) => rect.height > 1 && rect.bottom > view.top && rect.top < Math.min(barTop, view.bottom));
    const context = { view, barTop, height, left, right, usedRects: usedRects, current: current };
    current = findFreePosition(context);
    const { top } = spanOf(current, context);
    frame.dataset['place'] = current;
    frame.style.setProperty('--toasts-top', `${top}px`);
  };
  const scheduleUpdate = (): void => {
    frameRequest ||= requestAnimationFrame(update);
  };
  const recordPress = ({ target }: Event): void => {
    if (target instanceof Element && !frame.contains(target)) pressed = target.closest(CONTROLS) ?? document.body;
    scheduleUpdate();
  };
  // A change of size inside, as when a font loads, also changes the size of the page or the toast.
  const sizes = new ResizeObserver(update);
  sizes.observe(frame);
  sizes.observe(document.body);
  const stop = new AbortController();
  const { signal } = stop;
  document.addEventListener('pointerdown', recordPress, { capture: true, signal });
  for (const eventName of ['focusin', 'focusout', 'scroll', 'transitionend'])
    document.addEventListener(eventName, scheduleUpdate, { capture: true, passive: true, signal });
  for (const target of [window, window.visualViewport])
    for (const eventName of ['resize', 'scroll']) target?.addEventListener(eventName, scheduleUpdate, { signal });
  return () => {
    stop.abort();
    sizes.disconnect();
    cancelAnimationFrame(frameRequest);
  };
}
