import type { Kiosk } from '@vestibule/contract/kiosks/kiosk.ts';
import { Check, Clock } from '@vestibule/ui/icons.tsx';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../ui/Hint.tsx';
import classes from './KioskTable.module.css';

/** Shows whether the kiosk has applied its settings. The tooltip names the versions. */
export function AppliedSettings({ kiosk }: { kiosk: Kiosk }) {
  const { t } = useTranslation();
  const { settingsVersion: version, appliedSettingsVersion: applied } = kiosk;
  if (applied === version) {
    return (
      <Hint text={t('kiosks.applied.upToDateHint', { version: String(version) })}>
        <span className={classes.applied}>
          <Check size={16} aria-hidden />
          {t('kiosks.applied.upToDate')}
        </span>
      </Hint>
    );
  }
  return (
    <Hint
      text={
        applied === null
          ? t('kiosks.applied.unknownHint')
          : t('kiosks.applied.waitingHint', { applied: String(applied), version: String(version) })
      }
    >
      <span className={classes.applied} data-waiting>
        <Clock size={16} aria-hidden />
        {t('kiosks.applied.waiting')}
      </span>
    </Hint>
  );
}
