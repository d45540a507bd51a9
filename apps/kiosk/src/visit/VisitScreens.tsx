import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { lazy, Suspense, useEffect, useState } from 'react';
import { usePresence, useRunning } from '../device/use-device.ts';
import { canScan } from '../flow.ts';
import { Band, useAccent } from '../shell/Face.tsx';
import { useBack } from '../shell/use-back.ts';
import { useIdle } from '../shell/use-idle.ts';
import { useIsOpen } from '../shell/clock.ts';
import { codeIn, useScanner } from '../shell/scanner.ts';
import { prepared } from '../ui/prepared.tsx';
import { Screen } from '../ui/Screen.tsx';
import { useSpoken, useTexts } from '../ui/texts.tsx';
import { prepareTools, type Tool, ToolContext } from './Tools.tsx';
import { prepareActs, useFlow } from './use-flow.ts';
import { useView } from './use-view.ts';
import { ClosedScreen, WelcomeScreen } from './WelcomeScreen.tsx';

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
const typing = prepared(async () => (await import('./CodeScreen.tsx')).CodeScreen);
const { Component: CodeScreen } = typing;
const CameraScreen = lazy(async () => ({ default: (await import('./CameraScreen.tsx')).CameraScreen }));

export function VisitScreens({ onMenu }: { onMenu: () => void }) {
  const { config, rehearsal } = useRunning();
  const { settings } = config;
  const { language, speak } = useSpoken();
  const isOpen = useIsOpen(config);
  const { flow, go, reset } = useFlow(isOpen);
  const [tool, setTool] = useState<Tool | null>(null);
  const [shown, setShown] = useState(flow);
  const view = useView();
  useAccent();
  if (shown !== flow) {
    setShown(flow);
    setTool(null);
    // The next visitor finds the usual view.
    if (flow.at === 'welcome') view.reset();
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
    void typing.prepare();
    void prepareTools();
    void prepareActs();
  }, []);
  useScanner(settings.isScanerOn && canScan(flow), (text) =>
    // The server refuses any other code.
    go({ type: 'scan', code: codeIn(text) ?? text.slice(0, 32) }),
  );
  const isWatched =
    rehearsal?.isStill !== true &&
    (['question', 'camera', 'code'].includes(flow.at) || (flow.at === 'end' && flow.outcome.kind === 'refused'));
  const isChanged = isAtWelcome && (tool !== null || !view.isUsual || language !== settings.defaultLanguage);
  useBack(!isAtWelcome, () => go({ type: 'back' }));
  const { secondsLeft, stay } = useIdle(isWatched || isChanged, () => {
    speak(settings.defaultLanguage);
    setTool(null);
    view.reset();
    reset();
  });

  const screen = () => {
    switch (flow.at) {
      case 'welcome':
        return isOpen ? (
          <WelcomeScreen
            onStart={(act) => go({ type: 'start', act })}
            onInvited={() => go({ type: settings.isScanerOn ? 'openCamera' : 'openCode' })}
            onMenu={onMenu}
          />
        ) : (
          <ClosedScreen onLeave={() => go({ type: 'start', act: 'checkOut' })} onMenu={onMenu} />
        );
      case 'question':
        return <Questions flow={flow} settings={settings} go={go} />;
      case 'camera':
        return <CameraScreen act={flow.act} isOpen={isOpen} go={go} />;
      case 'code':
        return <CodeScreen flow={flow} go={go} />;
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
    <ToolContext value={{ tool, open: setTool, view }}>
      <Suspense fallback={<SendingScreen />}>{screen()}</Suspense>
      <Suspense>{secondsLeft !== null && <IdleDialog secondsLeft={secondsLeft} onStay={stay} />}</Suspense>
    </ToolContext>
  );
}

function SendingScreen() {
  const { sending } = useTexts();
  return (
    <Screen title={sending} top={<Band />}>
      <Spinner />
    </Screen>
  );
}
