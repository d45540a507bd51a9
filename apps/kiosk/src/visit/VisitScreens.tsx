import { lookUpBadgeAtDevice } from '@vestibule/contract/device.ts';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useDevice, useRunning } from '../device/use-device.ts';
import { canScan, type Flow, type FlowEvent, renew, step, welcome } from '../flow.ts';
import { IdleDialog } from '../shell/IdleDialog.tsx';
import { useBack } from '../shell/use-back.ts';
import { useIdle } from '../shell/use-idle.ts';
import { useIsOpen } from '../shell/use-is-open.ts';
import { codeIn } from '../shell/read-code.ts';
import { useScanner } from '../shell/use-scanner.ts';
import { prepared } from '../ui/prepared.tsx';
import { useSpoken } from '../ui/texts.tsx';
import { ClosedScreen } from './ClosedScreen.tsx';
import { SendingScreen } from './SendingScreen.tsx';
import { refused, useActs } from './use-acts.ts';
import { WelcomeScreen } from './WelcomeScreen.tsx';

// What comes after the welcome is fetched while nobody has come yet.
const questions = prepared(async () => {
  const { preparePhone, Questions } = await import('./Questions.tsx');
  void preparePhone();
  return Questions;
});
const ending = prepared(async () => (await import('./EndScreen.tsx')).EndScreen);
const { Component: Questions } = questions;
const { Component: EndScreen } = ending;
const CameraScreen = lazy(async () => ({ default: (await import('./CameraScreen.tsx')).CameraScreen }));

/** What visitors see: the welcome, one question after the other, and how it ended. */
export function VisitScreens({ onMenu }: { onMenu: () => void }) {
  const device = useDevice();
  const { config, tenants } = useRunning();
  const { settings } = config;
  const { language, speak } = useSpoken();
  const perform = useActs();
  const isOpen = useIsOpen(config);
  const [flow, setFlow] = useState<Flow>(welcome);
  const [isChoosing, setIsChoosing] = useState(false);
  // Answers arrive after a while: each goes on from where somebody is by then.
  const now = useRef(flow);

  const go = (event: FlowEvent) => {
    // The directory may have come since this was drawn.
    const state = device.state();
    const known = state.phase === 'running' ? renew(now.current, state.tenants) : now.current;
    const next = step(known, event, settings);
    if (next === known) return;
    now.current = next;
    setFlow(next);
    setIsChoosing(false);
    if (next.at === 'sending') void perform(next).then((outcome) => go({ type: 'ended', outcome }));
    if (next.at === 'looking') void look(next.code).then(go);
  };
  const look = async (code: string): Promise<FlowEvent> => {
    try {
      const signal = AbortSignal.timeout(8_000);
      const greeting = await device.call(lookUpBadgeAtDevice, { body: { code } }, { signal });
      return { type: 'recognised', greeting, tenants, isOpen };
    } catch (error) {
      return { type: 'ended', outcome: refused(error) };
    }
  };
  const reset = useCallback(() => {
    now.current = welcome;
    setFlow(welcome);
    setIsChoosing(false);
  }, []);

  const isAtWelcome = flow.at === 'welcome';
  useEffect(() => device.setIdle(isAtWelcome), [device, isAtWelcome]);
  useEffect(() => {
    if (isAtWelcome) speak(settings.defaultLanguage);
  }, [isAtWelcome, settings.defaultLanguage, speak]);
  useEffect(() => {
    void questions.prepare();
    void ending.prepare();
  }, []);
  useScanner(settings.isScanerOn && canScan(flow), (text) =>
    // The server says what it thinks of any other code.
    go({ type: 'scan', code: codeIn(text) ?? text.slice(0, 32) }),
  );
  const isWatched =
    flow.at === 'question' || flow.at === 'camera' || (flow.at === 'end' && flow.outcome.kind === 'refused');
  const isLanguageAsked = isAtWelcome && (isChoosing || language !== settings.defaultLanguage);
  useBack(!isAtWelcome, () => go({ type: 'back' }));
  const { secondsLeft, stay } = useIdle(isWatched || isLanguageAsked, () => {
    speak(settings.defaultLanguage);
    reset();
  });

  const choosing = { isChoosing, onChoosing: setIsChoosing };
  const screen = () => {
    switch (flow.at) {
      case 'welcome':
        return isOpen ? (
          <WelcomeScreen
            onStart={(act) => go({ type: 'start', act })}
            onScan={() => go({ type: 'openCamera' })}
            onMenu={onMenu}
            {...choosing}
          />
        ) : (
          <ClosedScreen onLeave={() => go({ type: 'start', act: 'checkOut' })} onMenu={onMenu} {...choosing} />
        );
      case 'question':
        return <Questions flow={flow} settings={settings} go={go} />;
      case 'camera':
        return <CameraScreen isOpen={isOpen} go={go} />;
      case 'looking':
      case 'sending':
        return <SendingScreen />;
      case 'end':
        return (
          <EndScreen
            end={flow}
            onClose={reset}
            onBack={() => go({ type: 'back' })}
            onRetry={() => go({ type: 'retry' })}
          />
        );
    }
  };
  return (
    <>
      <Suspense fallback={<SendingScreen />}>{screen()}</Suspense>
      {secondsLeft !== null && <IdleDialog secondsLeft={secondsLeft} onStay={stay} />}
    </>
  );
}
