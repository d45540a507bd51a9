import { lazy, Suspense, useState } from 'react';
import { useDeviceState } from './device/use-device.ts';
import { AwayScreen } from './enrolment/AwayScreen.tsx';
import { EnrolmentScreen } from './enrolment/EnrolmentScreen.tsx';
import { LicenceScreen } from './enrolment/LicenceScreen.tsx';
import { Status } from './shell/Status.tsx';
import { VisitScreens } from './visit/VisitScreens.tsx';

const MenuScreen = lazy(async () => ({ default: (await import('./menu/MenuScreen.tsx')).MenuScreen }));

/** The screen for what this device is by now. */
export function App() {
  return (
    <>
      <Status />
      <PhaseScreen />
    </>
  );
}

function PhaseScreen() {
  const state = useDeviceState();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  switch (state.phase) {
    case 'starting':
      return null;
    case 'enrolling':
      return <EnrolmentScreen code={state.code} note={state.note} />;
    case 'licence':
      return <LicenceScreen />;
    case 'away':
      return <AwayScreen />;
    case 'running':
      return isMenuOpen ? (
        <Suspense>
          <MenuScreen onClose={() => setIsMenuOpen(false)} />
        </Suspense>
      ) : (
        <VisitScreens onMenu={() => setIsMenuOpen(true)} />
      );
  }
}
