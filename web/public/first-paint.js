// Runs before the first paint, beside the stylesheet that is waited for anyway.
{
  const { dataset } = document.documentElement;
  // The HTML carries the landing; on every other page it stays hidden until the app draws that page.
  if (location.pathname !== '/') dataset.page = 'app';
  // The dashboard's own code is fetched beside the app's, not after it.
  if (location.pathname.startsWith('/dashboard')) {
    for (const href of (document.currentScript?.dataset.dashboard ?? '').split(' ').filter(Boolean)) {
      const link = document.createElement('link');
      // In the mode of those who ask for it later: else it would be fetched twice.
      link.crossOrigin = '';
      Object.assign(link, href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' });
      link.href = href;
      document.head.append(link);
    }
  }
  try {
    // A visitor who chose light or dark never sees the other one flash by.
    const chosen = localStorage.getItem('prumo.colour-scheme');
    if (chosen === 'light' || chosen === 'dark') dataset.mantineColorScheme = chosen;
  } catch {
    // storage is blocked: the system's choice holds
  }
}
