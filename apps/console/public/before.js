// During a deployment a script can be missing. This one shows the error and reloads.
addEventListener(
  'error',
  ({ target }) => {
    const root = document.getElementById('root');
    if (!(target instanceof HTMLScriptElement) || !root || root.firstChild) return;
    const words = document.createElement('p');
    words.role = 'alert';
    words.textContent = 'Vestibule could not be loaded. Retrying every few seconds.';
    words.style.cssText = 'margin: 30vh 24px; font: 16px system-ui, sans-serif; text-align: center';
    root.append(words);
    setInterval(async () => {
      const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => null);
      if (answer?.ok) location.reload();
    }, 5000);
  },
  { capture: true },
);

// Runs before the first paint, so that the wrong color scheme does not flash.
document.documentElement.dataset.colorScheme = localStorage.getItem('vestibule.colorScheme') ?? 'auto';
