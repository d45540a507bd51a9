import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { lazy, Suspense, useEffect, useState } from 'react';
import { usePresence, useRunning } from '../device/use-device.ts';
import { canScan } from '../flow.ts';
import { prepareLanguages } from './Foot.tsx';
import { Brand } from '../shell/Brand.tsx';
import { useBack } from '../shell/use-back.ts';
import { useIdle } from '../shell/use-idle.ts';
import { useIsOpen } from '../shell/clock.ts';
import { codeIn, useScanner } from '../shell/scanner.ts';
import { prepared } from '../ui/prepared.tsx';
import { Screen } from '../ui/Screen.tsx';
import { useSpoken, useTexts } from '../ui/texts.tsx';
import { ClosedScreen } from './ClosedScreen.tsx';
import { useFlow } from './use-flow.ts';
import { WelcomeScreen } from './WelcomeScreen.tsx';

// Loads later screens while the welcome screen waits.
const questions = prepared(async () => {
  const { preparePhone, Questions } = await import('./questions/Questions.tsx');
  void preparePhone();
  return Questions;
});
const ending = prepared(async () => (await import('./EndScreen.tsx')).EndScreen);
const idleDialog = prepared(async () => (await import('../shell/IdleDialog.tsx')).IdleDialog);
const { Component: Questions } = questions;
const { Component: EndScreen } = ending;
const { Component: IdleDialog } = idleDialog;
const CameraScreen = lazy(async () => ({ default: (await import('./CameraScreen.tsx')).CameraScreen }));

export function VisitScreens({ onMenu }: { onMenu: () => void }) {
  const { config } = useRunning();
  const { settings } = config;
  const { language, speak } = useSpoken();
  const isOpen = useIsOpen(config);
  const { flow, go, reset } = useFlow(isOpen);
  const [isChoosing, setIsChoosing] = useState(false);
  const [shown, setShown] = useState(flow);
  if (shown !== flow) {
    setShown(flow);
    setIsChoosing(false);
  }

  const isAtWelcome = flow.at === 'welcome';
  usePresence(!isAtWelcome);
  useEffect(() => {
    if (isAtWelcome) speak(settings.defaultLanguage);
  }, [isAtWelcome, settings.defaultLanguage, speak]);
  useEffect(() => {
    void questions.prepare();
    void ending.prepare();
    void idleDialog.prepare();
    void prepareLanguages();
  }, []);
  useScanner(settings.isScanerOn && canScan(flow), (text) =>
    // The server refuses any other code.
    go({ type: 'scan', code: codeIn(text) ?? text.slice(0, 32) }),
  );
  const isWatched =
    flow.at === 'question' || flow.at === 'camera' || (flow.at === 'end' && flow.outcome.kind === 'refused');
  const isLanguageAsked = isAtWelcome && (isChoosing || language !== settings.defaultLanguage);
  useBack(!isAtWelcome, () => go({ type: 'back' }));
  const { secondsLeft, stay } = useIdle(isWatched || isLanguageAsked, () => {
    speak(settings.defaultLanguage);
    setIsChoosing(false);
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
      <Suspense>{secondsLeft !== null && <IdleDialog secondsLeft={secondsLeft} onStay={stay} />}</Suspense>
    </>
  );
}

function SendingScreen() {
  const { sending } = useTexts();
  return (
    <Screen title={sending} top={<Brand />}>
      <Spinner />
    </Screen>
  );
}
