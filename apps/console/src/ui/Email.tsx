import { Fragment } from 'react';

/** An e-mail address that breaks between its parts where a line is too short for it. */
export function Email({ address }: { address: string }) {
  return partsOf(address).map((part, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one address have no other name
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** The address, cut behind its @ and before its dots. */
function partsOf(address: string): string[] {
  return address.split(/(?<=@)|(?=\.)/);
}
