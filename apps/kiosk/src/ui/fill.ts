/** Puts values in the places of a text that are marked `{{name}}`. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (mark, name: string) => String(values[name] ?? mark));
}
