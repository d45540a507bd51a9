/** Ms after which every browser has read the file. */
const downloadStartMs = 10_000;

export function saveFile(name: string, type: string, contents: string) {
  const address = URL.createObjectURL(new Blob([contents], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), downloadStartMs);
}
