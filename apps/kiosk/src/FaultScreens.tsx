import { Button } from '@vestibule/ui/Button.tsx';
import { Component, type ReactNode, useEffect } from 'react';
import { Screen } from './ui/Screen.tsx';
import { useTexts } from './ui/texts.tsx';

/** Error boundary. Reloads the app after 15 seconds, because a kiosk may be unattended. */
export class Crash extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override componentDidCatch() {
    setTimeout(() => location.reload(), 15_000);
  }

  override render() {
    return this.state.hasCrashed ? <CrashScreen /> : this.props.children;
  }
}

function CrashScreen() {
  const { crash } = useTexts();
  return <ReloadScreen {...crash} />;
}

/** The browser has no space for the identity of this device. Reloads every minute. */
export function StorageScreen() {
  const { storage } = useTexts();
  useEffect(() => {
    const reloading = setTimeout(() => location.reload(), 60_000);
    return () => clearTimeout(reloading);
  }, []);
  return <ReloadScreen {...storage} />;
}

function ReloadScreen({ title, text }: { title: string; text: string }) {
  const { crash } = useTexts();
  return (
    <Screen title={title} text={text}>
      <div>
        <Button variant="primary" onClick={() => location.reload()}>
          {crash.restart}
        </Button>
      </div>
    </Screen>
  );
}

/** At this address the browser offers no encryption for the data of the kiosk. */
export function UnsafeScreen() {
  const { unsafe } = useTexts();
  return <Screen title={unsafe.title} text={unsafe.text} />;
}
