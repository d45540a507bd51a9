import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { LogOut } from '@vestibule/ui/icons.tsx';
import { useRunning } from '../../device/use-device.ts';
import { now } from '../../shell/clock.ts';
import { fill } from '../../ui/fill.ts';
import { Screen } from '../../ui/Screen.tsx';
import { useSpoken } from '../../ui/texts.tsx';
import offers from './Offer.module.css';
import { momentIn } from './moment.ts';
import { type QuestionProps, useWays } from './Ways.tsx';

/** Offers the check-out to a visitor whose visit is open, and names neither visitor nor host. */
export function InsideScreen(props: QuestionProps) {
  const { flow, go } = props;
  const { language, texts } = useSpoken();
  const { config } = useRunning();
  const { inside, welcome } = texts;
  const ways = useWays(props);
  const { tag } = languagesOfInterface[language];
  const { checkedInSince } = flow.answers;
  if (checkedInSince === undefined) return null;
  const time = momentIn(checkedInSince, { tag, timeZone: config.company.timeZone, now: now() });
  return (
    <Screen {...ways} title={fill(inside.title, { time })}>
      <div className={offers.offers}>
        <Button variant="primary" size="large" icon={<LogOut />} onClick={() => go({ type: 'leave' })}>
          {welcome.checkOut}
        </Button>
        <Button variant="secondary" size="large" onClick={() => go({ type: 'back' })}>
          {inside.change}
        </Button>
      </div>
    </Screen>
  );
}
