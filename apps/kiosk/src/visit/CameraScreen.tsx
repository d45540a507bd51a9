import { Button } from '@vestibule/ui/Button.tsx';
import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { ArrowLeft, LogIn, LogOut } from '@vestibule/ui/icons.tsx';
import { useState } from 'react';
import type { FlowEvent } from '../flow-states.ts';
import type { Act } from '../questions.ts';
import { Band } from '../shell/Face.tsx';
import { codeIn } from '../shell/scanner.ts';
import { Screen } from '../ui/Screen.tsx';
import { useTexts } from '../ui/texts.tsx';
import { useInvitationTexts } from '../ui/use-invitation-texts.ts';
import classes from './CameraScreen.module.css';
import { Tools } from './Tools.tsx';
import offers from './questions/Offer.module.css';
import { useCamera } from './use-camera.ts';

interface CameraScreenProps {
  act: Act;
  isOpen: boolean;
  go: (event: FlowEvent) => void;
}

/** Reads a code with the camera. Offers to type the code of an invitation, or the phone number. */
export function CameraScreen({ act, isOpen, go }: CameraScreenProps) {
  const { welcome, back, sending } = useTexts();
  const { scan, type } = useInvitationTexts();
  const [isUnknown, setIsUnknown] = useState(false);
  const { video, state } = useCamera((text) => {
    const code = codeIn(text);
    setIsUnknown(code === null);
    if (code !== null) go({ type: 'scan', code });
  });
  const isWorking = state === 'starting' || state === 'running';
  const hasInvitation = isOpen && act === 'checkIn';
  const cause = isWorking ? (isUnknown ? scan.unknown : null) : scan[state];
  const problem = cause && `${cause} ${hasInvitation ? scan.typeInstead : scan.phoneInstead}`;
  const others = (size: 'medium' | 'large') =>
    hasInvitation ? (
      <>
        <Button variant={isWorking ? 'secondary' : 'primary'} size={size} onClick={() => go({ type: 'openCode' })}>
          {type}
        </Button>
        <Button variant="secondary" size={size} icon={<LogIn />} onClick={() => go({ type: 'start', act: 'checkIn' })}>
          {welcome.checkIn}
        </Button>
      </>
    ) : (
      <Button variant="secondary" size={size} icon={<LogOut />} onClick={() => go({ type: 'start', act: 'checkOut' })}>
        {welcome.checkOut}
      </Button>
    );
  return (
    <Screen
      top={<Band />}
      title={isWorking || !hasInvitation ? scan.title : type}
      text={isWorking ? scan.text : undefined}
      problem={problem}
      left={
        <Button variant="secondary" icon={<ArrowLeft />} onClick={() => go({ type: 'back' })}>
          {back}
        </Button>
      }
      tools={<Tools />}
      right={isWorking && others('medium')}
    >
      {!isWorking && <div className={offers.offers}>{others('large')}</div>}
      {isWorking && (
        <div className={classes.picture}>
          <video ref={video} muted playsInline aria-label={scan.picture} data-state={state} />
          {state === 'starting' && (
            <div role="status" aria-label={sending} className={classes.starting}>
              <Spinner />
            </div>
          )}
        </div>
      )}
    </Screen>
  );
}
