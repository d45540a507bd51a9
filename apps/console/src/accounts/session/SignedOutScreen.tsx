import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Entrance } from '../../shell/Entrance.tsx';
import { ButtonLink } from '../../ui/Link.tsx';
import { hasLostWork, useSessionEnd } from './use-session-end.ts';

/** After signing in, the user returns to the page that was open. */
export function SignedOutScreen() {
  const { t } = useTranslation();
  const location = useLocation();
  const end = useSessionEnd();

  return (
    <Entrance title={t('session.signedOut.title')}>
      {end && <p>{t(`session.signedOut.${end}`)}</p>}
      {hasLostWork() && <p>{t('session.signedOut.unsaved')}</p>}
      <ButtonLink to="/login" state={location.state} size="large" fullWidth>
        {t('session.signedOut.signIn')}
      </ButtonLink>
    </Entrance>
  );
}
