import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { LogIn, LogOut, RotateCw, UserRound, UsersRound } from '@vestibule/ui/icons.tsx';
import { useRunning } from '../../device/use-device.ts';
import { hasBadges, longestRetention } from '../../questions.ts';
import { now } from '../../shell/clock.ts';
import { fill, useSpoken, useTexts } from '../../ui/texts.tsx';
import { Expecting, Found, Pick } from './Found.tsx';
import { InvitedScreen, OutsideScreen, UnusableScreen } from './InvitationScreens.tsx';
import type { QuestionProps } from './Ways.tsx';

/** What the look-up found, with the next step. Names a host only to the guest of a pass. */
export function FoundScreen(props: QuestionProps) {
  const { finding } = props.flow.answers;
  switch (finding?.kind) {
    case 'inside':
      return <InsideScreen {...props} since={finding.since} />;
    case 'expected':
      return <ExpectedScreen {...props} {...finding} />;
    case 'returning':
      return <ReturningScreen {...props} />;
    case 'invited':
      return <InvitedScreen {...props} />;
    case 'outside':
      return <OutsideScreen {...props} {...finding} />;
    case 'unusable':
      return <UnusableScreen {...props} reason={finding.reason} />;
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
      <Expecting name={tenant.name} />
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
    <Found {...props} title={fill(found.inside, { time })} {...(flow.answers.pass !== undefined && { ways: null })}>
      <Pick variant="primary" icon={<LogOut />} onClick={() => go({ type: 'leave' })}>
        {welcome.checkOut}
      </Pick>
      {flow.act === 'checkIn' && flow.answers.pass === undefined && (
        <Pick icon={<RotateCw />} onClick={() => go({ type: 'comeBack' })}>
          {found.again}
        </Pick>
      )}
    </Found>
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
