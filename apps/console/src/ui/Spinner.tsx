import { useTranslation } from 'react-i18next';
import classes from './Spinner.module.css';

/** Something takes a while: a ring of 100 by 100 px that shows only after 150 ms. */
export function Spinner() {
  const { t } = useTranslation();
  return (
    <div className={classes.place} role="status" aria-label={t('ui.list.loading')}>
      <div className={classes.ring} />
    </div>
  );
}
