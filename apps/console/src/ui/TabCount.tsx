import { formatCount } from '@vestibule/web/count.ts';
import { useTranslation } from 'react-i18next';
import classes from './text.module.css';

export function TabCount({ page }: { page: { total: number; totalIsExact: boolean } | undefined | null }) {
  const { i18n } = useTranslation();
  if (!page) return null;
  return (
    <span className={classes.count}>
      {formatCount(page.total, i18n.language)}
      {!page.totalIsExact && '+'}
    </span>
  );
}
