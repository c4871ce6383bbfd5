// Runs before the first paint, so that a visitor who chose light or dark never sees the other one flash by.
try {
  const chosen = localStorage.getItem('prumo.colour-scheme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.mantineColorScheme = chosen;
} catch {
  // storage is blocked: the system's choice holds
}
