import type { Reply } from '@vestibule/contract/platform/endpoint.ts';
import type { beginSecondFactor } from '@vestibule/contract/accounts/second-factor.ts';
import { useTranslation } from 'react-i18next';
import classes from './SecretCard.module.css';

interface SecretCardProps {
  draft: Reply<typeof beginSecondFactor>;
}

/** The secret for an authenticator app: as a picture to scan, as letters to type, and as a link for an app on this device. */
export function SecretCard({ draft: { secret, address, picture } }: SecretCardProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.card}>
      <p>{t('secondFactor.scan')}</p>
      <img
        className={classes.picture}
        src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
        alt={t('secondFactor.picture')}
      />
      <p className={classes.help}>
        {t('secondFactor.type')} <code className={classes.secret}>{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <p className={classes.help}>
        <a href={address}>{t('secondFactor.openApp')}</a>
      </p>
    </div>
  );
}
