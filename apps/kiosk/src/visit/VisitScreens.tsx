import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useDevice, useRunning } from '../device/use-device.ts';
import { canScan, type Flow, type FlowEvent, step, welcome } from '../flow.ts';
import { IdleDialog } from '../shell/IdleDialog.tsx';
import { useIdle } from '../shell/use-idle.ts';
import { useIsOpen } from '../shell/use-is-open.ts';
import { useScanner } from '../shell/use-scanner.ts';
import { useSpoken } from '../ui/texts.tsx';
import { ClosedScreen } from './ClosedScreen.tsx';
import { EndScreen } from './EndScreen.tsx';
import { prepareQuestions, Questions } from './Questions.tsx';
import { SendingScreen } from './SendingScreen.tsx';
import { useActs } from './use-acts.ts';
import { WelcomeScreen } from './WelcomeScreen.tsx';

/** What visitors see: the welcome, one question after the other, and how it ended. */
export function VisitScreens({ onMenu }: { onMenu: () => void }) {
  const device = useDevice();
  const { config } = useRunning();
  const { settings } = config;
  const { language, speak } = useSpoken();
  const perform = useActs();
  const isOpen = useIsOpen(config);
  const [flow, setFlow] = useState<Flow>(welcome);
  // Answers arrive after a while: each goes on from where somebody is by then.
  const now = useRef(flow);

  const go = (event: FlowEvent) => {
    const next = step(now.current, event, settings);
    if (next === now.current) return;
    now.current = next;
    setFlow(next);
    if (next.at === 'sending') void perform(next).then((outcome) => go({ type: 'ended', outcome }));
  };
  const reset = useCallback(() => {
    now.current = welcome;
    setFlow(welcome);
  }, []);

  const isAtWelcome = flow.at === 'welcome';
  useEffect(() => device.setIdle(isAtWelcome), [device, isAtWelcome]);
  useEffect(() => {
    if (isAtWelcome) speak(settings.defaultLanguage);
  }, [isAtWelcome, settings.defaultLanguage, speak]);
  useEffect(prepareQuestions, []);
  useScanner(settings.isScanerOn && canScan(flow), (code) => go({ type: 'scan', code }));
  const isForeign = isAtWelcome && language !== settings.defaultLanguage;
  const { secondsLeft, stay } = useIdle(flow.at === 'question' || isForeign, () => {
    speak(settings.defaultLanguage);
    reset();
  });

  const screen = () => {
    switch (flow.at) {
      case 'welcome':
        return isOpen ? (
          <WelcomeScreen onStart={(act) => go({ type: 'start', act })} onMenu={onMenu} />
        ) : (
          <ClosedScreen onLeave={() => go({ type: 'start', act: 'checkOut' })} onMenu={onMenu} />
        );
      case 'question':
        return (
          <Suspense>
            <Questions flow={flow} settings={settings} go={go} />
          </Suspense>
        );
      case 'sending':
        return <SendingScreen />;
      case 'end':
        return <EndScreen end={flow} onClose={reset} />;
    }
  };
  return (
    <>
      {screen()}
      {secondsLeft !== null && <IdleDialog secondsLeft={secondsLeft} onStay={stay} />}
    </>
  );
}
