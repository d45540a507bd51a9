import type { Session } from '@vestibule/contract/accounts/session.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useEnter } from '@vestibule/web/session.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { rememberEnd, notifyOtherWindows } from './use-session-end.ts';
import { Entrance } from '../../shell/Entrance.tsx';
import { SignedOutOnly } from './RequireSession.tsx';
import { useUnloadQuestion } from '../../ui/unload-question.ts';
import { RecoveryCodes } from './second-factor/RecoveryCodes.tsx';
import { SecondStepForm } from './SecondStepForm.tsx';
import { SetUpSecondStep } from './SetUpSecondStep.tsx';
import { useBlockLeaving } from './second-factor/use-block-leaving.ts';

/**
 * Asks for a code, or sets up two-step verification if the role requires it. Recovery codes stay until the user keeps them, even if the
 * session ends.
 */
export function SecondStepScreen() {
  const location = useLocation();
  const takeOver = useEnter();
  const [kept, setKept] = useState<{ recoveryCodes: string[]; session: Session } | null>(null);

  const enter = (session: Session) => {
    rememberEnd(null);
    notifyOtherWindows('signedIn');
    takeOver(session);
    setKept(null);
  };

  if (kept) return <Codes codes={kept.recoveryCodes} onKept={() => enter(kept.session)} />;
  return (
    <SignedOutOnly>
      {isMissing(location.state) ? <SetUpSecondStep onDone={setKept} /> : <SecondStepForm onDone={enter} />}
    </SignedOutOnly>
  );
}

function Codes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation();
  useBlockLeaving(() => true);
  useUnloadQuestion(true);
  return (
    <Entrance title={t('secondFactor.codes')}>
      <RecoveryCodes codes={codes} />
      <Button size="large" fullWidth onClick={onKept}>
        {t('secondFactor.goOn')}
      </Button>
    </Entrance>
  );
}

function isMissing(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isMissing' in state && state.isMissing === true;
}
