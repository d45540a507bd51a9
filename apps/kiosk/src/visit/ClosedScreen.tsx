import { useRunning } from '../device/use-device.ts';
import { LanguageButton } from '../shell/LanguageButton.tsx';
import { Button } from '../ui/Button.tsx';
import { fill } from '../ui/fill.ts';
import { MenuIcon } from '../ui/icons.tsx';
import { Screen } from '../ui/Screen.tsx';
import { useTexts } from '../ui/texts.tsx';

/** Outside of the working hours. Who is still inside can leave. */
export function ClosedScreen({ onLeave, onMenu }: { onLeave: () => void; onMenu: () => void }) {
  const { closed, menu, welcome } = useTexts();
  const { config } = useRunning();
  const { workingHoursStart: from, workingHoursEnd: to, languages } = config.settings;
  return (
    <Screen
      title={closed.title}
      text={fill(closed.text, { from, to })}
      left={languages.length > 1 && <LanguageButton languages={languages} />}
      right={<Button aria-label={menu.open} icon={<MenuIcon />} onClick={onMenu} />}
    >
      <div>
        <Button onClick={onLeave}>{welcome.checkOut}</Button>
      </div>
    </Screen>
  );
}
