interface Said {
  name?: string;
  type?: string;
}

export function csv(
  contents: string | Uint8Array<ArrayBuffer>,
  { name = 'people.csv', type = 'text/csv' }: Said = {},
): File {
  return new File([contents], name, { type });
}
