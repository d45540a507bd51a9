import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/Notice.tsx';
import classes from './LookupNotice.module.css';
import type { LookupOutcome } from './use-lookup.ts';

/** Says whom a phone belongs to: loudly where something has to be decided, else in passing. */
export function LookupNotice({ id, outcome }: { id: string; outcome: LookupOutcome | null }) {
  const { t } = useTranslation();
  const words = () => {
    if (outcome === null || outcome === 'inside') return null;
    if (outcome === 'storageStopped')
      return <Notice kind="information">{t('visitors.registering.storageStopped')}</Notice>;
    return t(outcome === 'invalidPhone' ? 'errors.invalidPhone' : `visitors.registering.${outcome}`);
  };
  // The place is there before its words: what comes together with them is not read out everywhere.
  return (
    <div id={id}>
      {outcome === 'inside' && <Notice kind="problem">{t('errors.visitorIsAlreadyCheckedIn')}</Notice>}
      <div role="status" className={classes.place} data-outcome={outcome ?? undefined}>
        {words()}
      </div>
    </div>
  );
}
