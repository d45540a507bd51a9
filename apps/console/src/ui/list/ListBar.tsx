import type { ReactNode } from 'react';
import classes from './ListBar.module.css';

interface ListBarProps {
  tabs: ReactNode;
  search: ReactNode;
  /** What else there is to do with the list, before the search and behind it. */
  before?: ReactNode;
  behind?: ReactNode;
}

/** Above a list: its tabs, and across from them its search. */
export function ListBar({ tabs, search, before, behind }: ListBarProps) {
  return (
    <div className={classes.bar}>
      {tabs}
      <div className={classes.tools}>
        {before}
        <div className={classes.search}>{search}</div>
        {behind}
      </div>
    </div>
  );
}
