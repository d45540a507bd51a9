import type { ReactNode } from 'react';
import classes from './ListBar.module.css';

interface ListBarProps {
  tabs: ReactNode;
  search: ReactNode;
  before?: ReactNode;
  behind?: ReactNode;
}

export function ListBar({ tabs, search, before, behind }: ListBarProps) {
  return (
    <div className={classes.bar}>
      {tabs}
      <div className={classes.tools}>
        {before}
        {search && <div className={classes.search}>{search}</div>}
        {behind}
      </div>
    </div>
  );
}
