import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { LogIn, LogOut, Phone, RotateCw, UserRound, UsersRound } from '@vestibule/ui/icons.tsx';
import { initialsOf } from '@vestibule/web/initials.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { useRunning } from '../../device/use-device.ts';
import { hasBadges, longestRetention } from '../../questions.ts';
import { now } from '../../shell/clock.ts';
import { Screen } from '../../ui/Screen.tsx';
import { fill, useSpoken, useTexts } from '../../ui/texts.tsx';
import classes from './Offer.module.css';
import { NotMe, type QuestionProps, useWays } from './Ways.tsx';

/** The keypad was at the same place, and a finger may still type. */
const settleMs = 300;

/** What the look-up found, with the next step. Names no host. */
export function FoundScreen(props: QuestionProps) {
  const { finding } = props.flow.answers;
  switch (finding?.kind) {
    case 'inside':
      return <InsideScreen {...props} since={finding.since} />;
    case 'expected':
      return <ExpectedScreen {...props} {...finding} />;
    case 'returning':
      return <ReturningScreen {...props} />;
    case undefined:
      return null;
  }
}

function ReturningScreen(props: QuestionProps) {
  const { flow, go } = props;
  const { found } = useTexts();
  const { tenants, config } = useRunning();
  const repeat = () => {
    // The kiosk does not know the tenant, so it asks for anything that a tenant may require.
    const repeatsLastVisit = {
      enableGdpr: tenants.some((tenant) => tenant.enableGdpr),
      gdprHandling: longestRetention(tenants),
      hasBadges: config.settings.isPrinterOn && tenants.some(hasBadges),
    };
    go({ type: 'answer', answers: { finding: null, repeatsLastVisit } });
  };
  return (
    <Found {...props} title={fill(found.back, { name: flow.answers.firstName ?? '' })}>
      <Pick variant="primary" icon={<UserRound />} onClick={repeat}>
        {found.sameHost}
      </Pick>
      <Pick icon={<UsersRound />} onClick={() => go({ type: 'answer', answers: { finding: null } })}>
        {found.someoneElse}
      </Pick>
    </Found>
  );
}

function ExpectedScreen(props: QuestionProps & { tenant: { name: string }; hasHost: boolean }) {
  const { flow, go, tenant, hasHost } = props;
  const { found, welcome } = useTexts();
  const { finding } = flow.answers;
  const checkIn = () => {
    if (finding?.kind !== 'expected') return;
    const host = hasHost ? { meetsExpectedHost: true } : {};
    go({ type: 'answer', answers: { finding: null, tenant: finding.tenant, ...host } });
  };
  return (
    <Found {...props} title={fill(found.welcome, { name: flow.answers.firstName ?? '' })}>
      <div className={classes.fact}>
        <span aria-hidden>{initialsOf(tenant.name)}</span>
        <p>{fill(found.expected, { tenant: tenant.name })}</p>
      </div>
      <Pick variant="primary" icon={<LogIn />} onClick={checkIn}>
        {welcome.checkIn}
      </Pick>
    </Found>
  );
}

/** Offers the check-out, and names neither visitor nor host. */
function InsideScreen(props: QuestionProps & { since: string }) {
  const { flow, go, since } = props;
  const { language, texts } = useSpoken();
  const { config } = useRunning();
  const { found, welcome } = texts;
  const { tag } = languagesOfInterface[language];
  const time = momentIn(since, { tag, timeZone: config.company.timeZone, now: now() });
  return (
    <Found {...props} title={fill(found.inside, { time })}>
      <Pick variant="primary" icon={<LogOut />} onClick={() => go({ type: 'leave' })}>
        {welcome.checkOut}
      </Pick>
      {flow.act === 'checkIn' && (
        <Pick icon={<RotateCw />} onClick={() => go({ type: 'comeBack' })}>
          {found.again}
        </Pick>
      )}
    </Found>
  );
}

function Found({ title, children, ...props }: QuestionProps & { title: string; children: ReactNode }) {
  const { found } = useTexts();
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    const settling = setTimeout(() => setIsSettled(true), settleMs);
    return () => clearTimeout(settling);
  }, []);
  return (
    <Screen {...useWays(props)} title={title} isBig>
      <div className={classes.found} style={isSettled ? undefined : { pointerEvents: 'none' }}>
        {children}
      </div>
      <div className={classes.row} style={isSettled ? undefined : { pointerEvents: 'none' }}>
        <Button variant="secondary" icon={<Phone />} onClick={() => props.go({ type: 'back' })}>
          {found.change}
        </Button>
        <NotMe {...props} />
      </div>
    </Screen>
  );
}

interface PickProps {
  variant?: 'primary';
  icon: ReactNode;
  onClick: () => void;
  children: ReactNode;
}

function Pick({ variant, ...props }: PickProps) {
  return <Button variant={variant ?? 'secondary'} size="large" className={classes.pick} {...props} />;
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
