import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { Screen } from '../ui/Screen.tsx';

/** Nothing is known from before, and the server is of no help; it is asked again by itself. */
export function AwayScreen({ title, text }: { title: string; text: string }) {
  return (
    <Screen title={title} text={text}>
      <Spinner />
    </Screen>
  );
}
