import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { LogOut } from '@vestibule/ui/icons.tsx';
import { useId } from 'react';
import { useRunning } from '../../device/use-device.ts';
import { usesMemory } from '../../questions.ts';
import { now } from '../../shell/clock.ts';
import { prepared } from '../../ui/prepared.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { fill, useSpoken, useTexts } from '../../ui/texts.tsx';
import { EmployeeScreen } from './EmployeeScreen.tsx';
import { LineScreen } from './LineScreen.tsx';
import offers from './Offer.module.css';
import { TenantScreen } from './TenantScreen.tsx';
import { NotMe, type QuestionProps, useWays } from './Ways.tsx';

// The rules for phone numbers are as large as the rest of the app, and the welcome screen does not need them.
const phone = prepared(async () => (await import('./PhoneScreen.tsx')).PhoneScreen);
const { Component: PhoneScreen } = phone;

export const preparePhone = phone.prepare;

export function Questions(props: QuestionProps) {
  switch (props.flow.question) {
    case 'phone':
      return <PhoneScreen {...props} />;
    case 'inside':
      return <InsideScreen {...props} />;
    case 'name':
      return <LineScreen key="name" question="name" {...props} />;
    case 'company':
      return <LineScreen key="company" question="company" {...props} />;
    case 'tenant':
      return <TenantScreen {...props} />;
    case 'employee':
      return <EmployeeScreen {...props} />;
    case 'consent':
      return <ConsentScreen {...props} />;
    case 'remember':
      return <RememberScreen {...props} />;
    case 'badges':
      return <BadgesScreen {...props} />;
  }
}

/** Offers the check-out, and names neither visitor nor host. */
function InsideScreen(props: QuestionProps) {
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

function ConsentScreen(props: QuestionProps) {
  const { flow, go } = props;
  const { consent } = useTexts();
  const words = useId();
  return (
    <Screen {...useWays(props)} title={consent.title} describedBy={words}>
      <NotMe {...props} />
      <p id={words} className={offers.text}>
        {fill(consent.text, { tenant: flow.answers.tenant?.name ?? consent.visited })}
      </p>
      <div className={offers.offers}>
        <Button variant="primary" size="large" onClick={() => go({ type: 'answer', answers: { hasConsented: true } })}>
          {consent.agree}
        </Button>
        <Button
          variant="secondary"
          size="large"
          onClick={() => go({ type: 'answer', answers: { hasConsented: false } })}
        >
          {consent.decline}
        </Button>
      </div>
    </Screen>
  );
}

/** Both answers look the same, so that neither is suggested. */
function RememberScreen(props: QuestionProps) {
  const { remember } = useTexts();
  const answer = (shouldSaveData: boolean) => props.go({ type: 'answer', answers: { shouldSaveData } });
  const { badgeCode } = props.flow.answers;
  const text = badgeCode === undefined ? `${remember.text} ${remember.thisVisit}` : remember.text;
  return (
    <Screen {...useWays(props)} title={remember.title} text={text}>
      <NotMe {...props} />
      <div className={offers.offers}>
        <Button variant="secondary" size="large" onClick={() => answer(true)}>
          {remember.yes}
        </Button>
        <Button variant="secondary" size="large" onClick={() => answer(false)}>
          {remember.no}
        </Button>
      </div>
    </Screen>
  );
}

function BadgesScreen(props: QuestionProps) {
  const { badges } = useTexts();
  const tenant = props.flow.answers.tenant;
  const hasMain = tenant?.enablePrintBadgeOption ?? false;
  const hasParking = tenant?.enablePrintParkingBadgeOption ?? false;
  const print = (main: boolean, parking: boolean) =>
    props.go({ type: 'answer', answers: { badges: { main, parking } } });
  return (
    <Screen {...useWays(props)} title={badges.title} text={usesMemory(props.flow.answers) ? badges.typed : undefined}>
      <NotMe {...props} />
      <div className={offers.offers}>
        {hasMain && (
          <Button variant="primary" size="large" onClick={() => print(true, false)}>
            {badges.visitor}
          </Button>
        )}
        {hasParking && (
          <Button variant={hasMain ? 'secondary' : 'primary'} size="large" onClick={() => print(false, true)}>
            {badges.parking}
          </Button>
        )}
        {hasMain && hasParking && (
          <Button variant="secondary" size="large" onClick={() => print(true, true)}>
            {badges.both}
          </Button>
        )}
        <Button variant="secondary" size="large" onClick={() => print(false, false)}>
          {badges.none}
        </Button>
      </div>
    </Screen>
  );
}

interface Place {
  tag: string;
  timeZone: string;
  now: Date;
}

/** Returns the time in the building, with the date unless it is today: "09:12 (22 Nov)". */
export function momentIn(moment: string, { tag, timeZone, now }: Place): string {
  const at = new Date(moment);
  const time = new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  const day = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone });
  const isToday = day.format(at) === day.format(now);
  return isToday ? time.format(at) : `${time.format(at)} (${day.format(at)})`;
}
