import { useTranslation } from '@vestibule/web/use-translation.ts';
import { formatCount } from './Pager.tsx';
import classes from './TabCount.module.css';

/** How many rows stand on a tab, beside its name. Nothing until that is known. */
export function TabCount({ page }: { page: { total: number; totalIsExact: boolean } | undefined | null }) {
  const { language } = useTranslation();
  if (!page) return null;
  return (
    <span className={classes.count}>
      {formatCount(page.total, language)}
      {!page.totalIsExact && '+'}
    </span>
  );
}
