import { Button } from '@vestibule/ui/Button.tsx';
import { Component, type ReactNode } from 'react';
import { Screen } from '../ui/Screen.tsx';
import { useTexts } from '../ui/texts.tsx';

/** Stands in for what has broken; starts the app again by itself, because nobody may be there to do it. */
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
  return (
    <Screen title={crash.title} text={crash.text}>
      <div>
        <Button variant="primary" onClick={() => location.reload()}>
          {crash.restart}
        </Button>
      </div>
    </Screen>
  );
}
