import type { ReactNode } from 'react';
import classes from './ListBar.module.css';

interface ListBarProps {
  tabs: ReactNode;
  search: ReactNode;
  /** Elements before and after the search. */
  before?: ReactNode;
  behind?: ReactNode;
}

/** Tabs and search above a list. */
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
