import { Button } from '@vestibule/ui/Button.tsx';
import { useEffect } from 'react';
import { Screen } from './ui/Screen.tsx';
import { useTexts } from './ui/texts.tsx';

/** The browser has no room to keep who this device is. Looks again by itself. */
export function StorageScreen() {
  const { storage, crash } = useTexts();
  useEffect(() => {
    const looking = setTimeout(() => location.reload(), 60_000);
    return () => clearTimeout(looking);
  }, []);
  return (
    <Screen title={storage.title} text={storage.text}>
      <div>
        <Button variant="primary" onClick={() => location.reload()}>
          {crash.restart}
        </Button>
      </div>
    </Screen>
  );
}
