import { Screen } from './ui/Screen.tsx';
import { useTexts } from './ui/texts.tsx';

/** The address gives the browser no way to encrypt what the kiosk keeps. */
export function UnsafeScreen() {
  const { unsafe } = useTexts();
  return <Screen title={unsafe.title} text={unsafe.text} />;
}
