import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { lazy, Suspense, useEffect, useState } from 'react';
import classes from './App.module.css';
import { useDeviceState, useRunning } from './device/use-device.ts';
import { useAbsence } from './shell/online.ts';
import { Screen } from './ui/Screen.tsx';
import { browserLanguage, fillCount, useSpoken } from './ui/texts.tsx';

// Each phase loads its own screen. The service worker stores the others.
const EnrollmentScreen = lazy(async () => ({
  default: (await import('./enrollment/EnrollmentScreen.tsx')).EnrollmentScreen,
}));
const LicenseScreen = lazy(async () => ({ default: (await import('./enrollment/LicenseScreen.tsx')).LicenseScreen }));
const VisitScreens = lazy(async () => ({ default: (await import('./visit/VisitScreens.tsx')).VisitScreens }));
const MenuScreen = lazy(async () => ({ default: (await import('./menu/MenuScreen.tsx')).MenuScreen }));

export function App() {
  return (
    <>
      <Status />
      <Suspense>
        <PhaseScreen />
      </Suspense>
    </>
  );
}

function PhaseScreen() {
  const state = useDeviceState();
  const { speak, texts } = useSpoken();
  const isRunning = state.phase === 'running';
  // The installer reads the language of the device, visitors that of the settings.
  useEffect(() => {
    if (!isRunning) speak(browserLanguage());
  }, [isRunning, speak]);
  switch (state.phase) {
    case 'starting':
      return null;
    case 'enrolling':
      return <EnrollmentScreen code={state.code} note={state.note} />;
    case 'license':
      return <LicenseScreen />;
    case 'away':
    case 'misfit':
      // The device retries by itself.
      return <WaitingScreen {...texts[state.phase]} />;
    case 'restarting':
      return <WaitingScreen title={texts.restarting} />;
    case 'running':
      return <RunningScreen />;
  }
}

function WaitingScreen({ title, text }: { title: string; text?: string }) {
  return (
    <Screen title={title} text={text}>
      <Spinner />
    </Screen>
  );
}

/** Starts with the welcome screen, even if the menu was open before. */
function RunningScreen() {
  const { rehearsal } = useRunning();
  const { speak } = useSpoken();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const language = rehearsal?.language;
  const turn = rehearsal?.turn;
  useEffect(() => {
    if (language) speak(language);
  }, [language, speak, turn]);
  const openMenu = () => {
    if (!rehearsal) setIsMenuOpen(true);
  };
  return isMenuOpen ? (
    <MenuScreen onClose={() => setIsMenuOpen(false)} />
  ) : (
    <VisitScreens key={turn} onMenu={openMenu} />
  );
}

function Status() {
  const { texts, language } = useSpoken();
  const { phase, isConnected, waiting, isMisfit, isFull, isClockWrong } = useDeviceState();
  const absence = useAbsence();
  const describeOffline = () => {
    const isOffline = absence === 'network';
    if (waiting === 0) return isOffline ? texts.noNetwork : texts.noAnswer;
    const { network, noAnswer } = texts.refused;
    return `${isOffline ? network : noAnswer}. ${fillCount(texts.waiting.visits, language, waiting)}`;
  };
  const describe = () => {
    if (phase !== 'running') return null;
    if (isMisfit) return texts.misfit.title;
    if (!isConnected) return describeOffline();
    if (isFull) return texts.storage.title;
    return isClockWrong ? texts.clock : null;
  };
  const problem = describe();
  return (
    <div role="status" className={classes.place} data-says={problem === null ? undefined : ''}>
      {problem !== null && <p className={classes.status}>{problem}</p>}
    </div>
  );
}
