import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useDeviceState } from './device/use-device.ts';
import { AwayScreen } from './enrolment/AwayScreen.tsx';
import { EnrolmentScreen } from './enrolment/EnrolmentScreen.tsx';
import { Status } from './shell/Status.tsx';
import { Screen } from './ui/Screen.tsx';
import { browserLanguage, useSpoken } from './ui/texts.tsx';

// Of the first load is what a device shows before it is a kiosk; the service worker then keeps the rest too.
const LicenceScreen = lazy(async () => ({ default: (await import('./enrolment/LicenceScreen.tsx')).LicenceScreen }));
const VisitScreens = lazy(async () => ({ default: (await import('./visit/VisitScreens.tsx')).VisitScreens }));
const MenuScreen = lazy(async () => ({ default: (await import('./menu/MenuScreen.tsx')).MenuScreen }));

/** The screen for what this device is by now. */
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
  // Who sets it up reads what the device is set to, visitors what the settings say.
  useEffect(() => {
    if (!isRunning) speak(browserLanguage());
  }, [isRunning, speak]);
  switch (state.phase) {
    case 'starting':
      return null;
    case 'enrolling':
      return <EnrolmentScreen code={state.code} note={state.note} />;
    case 'licence':
      return <LicenceScreen />;
    case 'away':
    case 'misfit':
      return <AwayScreen {...texts[state.phase]} />;
    case 'restarting':
      return (
        <Screen title={texts.restarting}>
          <Spinner />
        </Screen>
      );
    case 'running':
      return <RunningScreen />;
  }
}

/** Begins with the welcome, even where the menu was open when the device ceased to be a kiosk. */
function RunningScreen() {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  return isMenuOpen ? (
    <MenuScreen onClose={() => setIsMenuOpen(false)} />
  ) : (
    <VisitScreens onMenu={() => setIsMenuOpen(true)} />
  );
}
