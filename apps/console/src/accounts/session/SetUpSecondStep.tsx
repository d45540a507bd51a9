import type { Reply } from '@vestibule/contract/platform/endpoint.ts';
import type { confirmSecondFactor } from '@vestibule/contract/accounts/second-factor.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useTranslation } from 'react-i18next';
import { useReturnTo } from './use-return-to.ts';
import { Entrance } from '../../shell/Entrance.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { TextLink } from '../../ui/Link.tsx';
import { ConfirmForm } from './second-factor/ConfirmForm.tsx';
import { useAreRecoveryCodesPending, useBeginSecondFactor } from './second-factor/use-second-factor.ts';
import { useBlockLeaving } from './second-factor/use-block-leaving.ts';

export function SetUpSecondStep({ onDone }: { onDone: (confirmed: Reply<typeof confirmSecondFactor>) => void }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const returnTo = useReturnTo();
  const begin = useBeginSecondFactor();
  useBlockLeaving(useAreRecoveryCodesPending());

  return (
    <Entrance title={t('secondFactor.setUp')}>
      {begin.data ? (
        <ConfirmForm draft={begin.data} onConfirmed={onDone} size="large">
          {(isSubmitting) => (
            <Button type="submit" size="large" fullWidth loading={isSubmitting}>
              {t('secondFactor.turnOn')}
            </Button>
          )}
        </ConfirmForm>
      ) : (
        <>
          <p>{t('secondFactor.mandatory')}</p>
          {begin.error && <Notice kind="problem">{problemText(begin.error)}</Notice>}
          <Button size="large" fullWidth loading={begin.isPending} onClick={() => begin.mutate(undefined)}>
            {t('secondFactor.begin')}
          </Button>
        </>
      )}
      <TextLink to="/login" state={{ returnTo }}>
        {t('session.backToLogin')}
      </TextLink>
    </Entrance>
  );
}
