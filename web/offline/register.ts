/**
 * Lets the dashboard be looked at without a connection from now on. Only for who has a business here, and when the page
 * has nothing more urgent to do: the files of a whole build come with it.
 */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState !== 'complete') await new Promise((resolve) => window.addEventListener('load', resolve));
  // A browser that refuses (private windows do) shows everything but this.
  await navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
