interface Said {
  name?: string;
  type?: string;
}

/** A file as a browser sends it, of this text or of these bytes. */
export function csv(
  contents: string | Uint8Array<ArrayBuffer>,
  { name = 'people.csv', type = 'text/csv' }: Said = {},
): File {
  return new File([contents], name, { type });
}
