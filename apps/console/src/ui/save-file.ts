/** Long enough for any browser to have taken the contents over, in milliseconds. */
const takenOver = 10_000;

/** Has the browser save a file, as if it had been downloaded. */
export function saveFile(name: string, type: string, contents: string) {
  const address = URL.createObjectURL(new Blob([contents], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), takenOver);
}
