const LEAVES_MS = 160;

/**
 * Lets a row be seen leaving: a picture of it closes where it was, while the row itself is gone at once. The picture is
 * no part of the page for anybody but the eye.
 */
export function showLeaving(row: HTMLElement): void {
  if (typeof row.animate !== 'function' || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const picture = row.cloneNode(true) as HTMLElement;
  picture.removeAttribute('data-row');
  picture.setAttribute('inert', '');
  picture.setAttribute('aria-hidden', 'true');
  picture.style.overflow = 'hidden';
  row.after(picture);
  const height = `${row.offsetHeight}px`;
  const motion = picture.animate(
    [
      { height, opacity: 1 },
      { height: '0px', opacity: 0 },
    ],
    { duration: LEAVES_MS, easing: 'ease-out' },
  );
  motion.onfinish = () => picture.remove();
}
