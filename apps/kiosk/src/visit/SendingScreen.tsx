import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { Brand } from '../shell/Brand.tsx';
import { Screen } from '../ui/Screen.tsx';
import { useTexts } from '../ui/texts.tsx';

/** While the server is told, or a part of the app is on its way. */
export function SendingScreen() {
  const { sending } = useTexts();
  return (
    <Screen title={sending} top={<Brand />}>
      <Spinner />
    </Screen>
  );
}
