import { Button } from '@vestibule/ui/Button.tsx';
import { LogOut } from '@vestibule/ui/icons.tsx';
import { useRunning } from '../device/use-device.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { Brand } from '../shell/Brand.tsx';
import { type Choosing, LanguageButton, MenuDoor } from './Foot.tsx';
import { Screen } from '../ui/Screen.tsx';
import { fill, useSpoken } from '../ui/texts.tsx';

interface ClosedScreenProps extends Choosing {
  onLeave: () => void;
  onMenu: () => void;
}

/** Visitors can still check out. */
export function ClosedScreen({ onLeave, onMenu, ...choosing }: ClosedScreenProps) {
  const { language, texts } = useSpoken();
  const { closed, welcome } = texts;
  const { config } = useRunning();
  const { workingHoursStart, workingHoursEnd, languages } = config.settings;
  const { tag } = languagesOfInterface[language];
  const [from, to] = [timeIn(tag, workingHoursStart), timeIn(tag, workingHoursEnd)];
  return (
    <Screen
      title={closed.title}
      top={<Brand />}
      text={fill(closed.text, { from, to })}
      left={languages.length > 1 && <LanguageButton languages={languages} {...choosing} />}
      right={<MenuDoor onOpen={onMenu} />}
    >
      <div>
        <Button variant="secondary" size="large" icon={<LogOut />} onClick={onLeave}>
          {welcome.checkOut}
        </Button>
      </div>
    </Screen>
  );
}

function timeIn(tag: string, time: string): string {
  const format = new Intl.DateTimeFormat(tag, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  return format.format(new Date(`1970-01-01T${time.slice(0, 5)}Z`));
}
