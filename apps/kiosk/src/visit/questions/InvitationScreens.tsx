import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { LogIn, ScanLine } from '@vestibule/ui/icons.tsx';
import { useRunning } from '../../device/use-device.ts';
import type { Finding } from '../../questions.ts';
import { now } from '../../shell/clock.ts';
import { Picture } from '../../shell/Picture.tsx';
import { fill, useSpoken, useTexts } from '../../ui/texts.tsx';
import { useInvitationTexts } from '../../ui/use-invitation-texts.ts';
import { Expecting, Found, Pick } from './Found.tsx';
import classes from './Offer.module.css';
import { NotMe, type QuestionProps } from './Ways.tsx';

/** Greets the guest of a pass, who checks in with one touch. */
export function InvitedScreen(props: QuestionProps) {
  const { go, flow } = props;
  const { welcome } = useTexts();
  return (
    <Found {...props} title={useGuestTitle(flow)} ways={<NotMe {...props} />}>
      <Host {...props} />
      <Pick variant="primary" icon={<LogIn />} onClick={() => go({ type: 'answer', answers: { finding: null } })}>
        {welcome.checkIn}
      </Pick>
    </Found>
  );
}

/** "Welcome, Eve." The name shows a family name only if the guest has no other. */
export function useGuestTitle({ answers }: QuestionProps['flow']): string {
  const { found, welcome } = useTexts();
  const { company } = useRunning().config;
  const { firstName } = answers;
  return firstName === undefined ? `${welcome.title} ${company.name}` : fill(found.welcome, { name: firstName });
}

function Host({ flow: { answers } }: QuestionProps) {
  const { config, tenants } = useRunning();
  const { tenant, employee } = answers;
  if (!tenant) return null;
  if (!employee) return <Expecting name={tenant.name} />;
  const { photo = null } =
    tenants.find(({ id }) => id === tenant.id)?.employees.find(({ id }) => id === employee.id) ?? {};
  const hasPhoto = photo !== null && config.settings.enableEmployeePicture;
  return (
    <Expecting
      name={employee.name}
      detail={tenant.name}
      face={hasPhoto && <Picture className={classes.face} address={photo.storagePathThumbnail} alt="" />}
    />
  );
}

/** Says when the pass is valid. */
export function OutsideScreen(props: QuestionProps & Omit<Extract<Finding, { kind: 'outside' }>, 'kind'>) {
  const { from, until } = props;
  const { language } = useSpoken();
  const { pass } = useInvitationTexts();
  const { timeZone } = useRunning().config.company;
  const isEarly = now() < new Date(from);
  const period = periodOf(from, until, { tag: languagesOfInterface[language].tag, timeZone });
  return <Refused {...props} title={isEarly ? pass.early : pass.late} text={fill(pass.valid, { period })} />;
}

export function UnusableScreen({
  reason,
  ...props
}: QuestionProps & Omit<Extract<Finding, { kind: 'unusable' }>, 'kind'>) {
  const { unusable, next } = useInvitationTexts();
  return <Refused {...props} title={unusable[reason]} text={next[reason]} />;
}

/** Offers the usual check-in, and another code. */
function Refused({ title, text, ...props }: QuestionProps & { title: string; text: string }) {
  const { go } = props;
  const { scan } = useTexts();
  const { settings } = useRunning().config;
  const { pass, type } = useInvitationTexts();
  const ways = (
    <>
      {settings.isScanerOn && (
        <Button variant="secondary" icon={<ScanLine />} onClick={() => go({ type: 'openCamera' })}>
          {scan.open}
        </Button>
      )}
      <Button variant="secondary" onClick={() => go({ type: 'openCode' })}>
        {type}
      </Button>
    </>
  );
  return (
    <Found {...props} title={title} ways={ways}>
      <div className={classes.fact}>
        <span aria-hidden>
          <ScanLine />
        </span>
        <p>{text}</p>
      </div>
      <Pick variant="primary" icon={<LogIn />} onClick={() => go({ type: 'start', act: 'checkIn' })}>
        {pass.without}
      </Pick>
    </Found>
  );
}

/** The days and times in the building. A pass that is valid until midnight is valid until 23:59 of the day before. */
export function periodOf(from: string, until: string, { tag, timeZone }: { tag: string; timeZone: string }): string {
  const format = new Intl.DateTimeFormat(tag, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  return format.formatRange(new Date(from), new Date(Date.parse(until) - 60_000));
}
