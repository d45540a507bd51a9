import { useTranslation } from '@vestibule/web/use-translation.ts';
import { Notice } from '../ui/Notice.tsx';
import classes from './LookupNotice.module.css';
import type { LookupOutcome } from './use-lookup.ts';

/** Says whom a phone belongs to: loudly where something has to be decided, else in passing. */
export function LookupNotice({ outcome }: { outcome: LookupOutcome | null }) {
  const { t } = useTranslation();
  if (outcome === 'inside') return <Notice kind="problem">{t('errors.visitorIsAlreadyCheckedIn')}</Notice>;
  if (outcome === 'storageStopped')
    return <Notice kind="information">{t('visitors.registering.storageStopped')}</Notice>;
  if (outcome === 'invalidPhone') return <p className={classes.wrong}>{t('errors.invalidPhone')}</p>;
  return (
    <p className={classes.passing} role="status">
      {outcome && t(`visitors.registering.${outcome}`)}
    </p>
  );
}
