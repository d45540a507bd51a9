/** Acts like Enter in an input: not while the submit button is disabled. */
export function submitForm(element: Element): void {
  const form = element.closest('form');
  const button = form?.querySelector('[type=submit]:enabled');
  if (button instanceof HTMLElement) form?.requestSubmit(button);
}
