import { groupsOf } from './phone-groups.ts';
import classes from './text.module.css';

/** CSS draws the gaps between groups, so that a copy is the stored number. */
export function PhoneNumber({ phone }: { phone: string }) {
  return (
    <span className={classes.phone}>
      {groupsOf(phone).map((group, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a group has no identity but its place
        <span key={place} className={classes.group}>
          {group}
        </span>
      ))}
    </span>
  );
}
