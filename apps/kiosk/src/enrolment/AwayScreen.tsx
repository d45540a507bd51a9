import { Screen } from '../ui/Screen.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useTexts } from '../ui/texts.tsx';

/** The server cannot be reached, and nothing is known from before. */
export function AwayScreen() {
  const { away } = useTexts();
  return (
    <Screen title={away.title} text={away.text}>
      <Spinner />
    </Screen>
  );
}
