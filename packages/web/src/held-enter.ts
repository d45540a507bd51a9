/**
 * Lets Enter that is held down press once: a form is not sent again, and a question not answered before it could be read.
 * In a text of several lines it goes on making lines.
 */
export function pressEnterOnce() {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !event.repeat || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
  };
  window.addEventListener('keydown', onKeyDown, { capture: true });
}
