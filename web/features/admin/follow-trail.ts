/**
 * Calls `onGrown` whenever the trail has grown: with the number it goes up to, or without where the line was cut and
 * nobody knows what came meanwhile. The browser comes back by itself after a cut.
 * @returns the end of it
 */
export function followTrail(onGrown: (upTo?: string) => void): () => void {
  const live = new EventSource('/api/admin/audit/live');
  let isFirst = true;
  live.addEventListener('open', () => {
    if (!isFirst) onGrown();
    isFirst = false;
  });
  live.addEventListener('grown', (event: MessageEvent<string>) =>
    onGrown((JSON.parse(event.data) as { number: string }).number),
  );
  return () => live.close();
}
