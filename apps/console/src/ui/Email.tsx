import { Fragment } from 'react';

/** Breaks a long email between its parts. */
export function Email({ address }: { address: string }) {
  return partsOf(address).map((part, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one address have no other name
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

function partsOf(address: string): string[] {
  return address.split(/(?<=@)|(?=\.)/);
}
