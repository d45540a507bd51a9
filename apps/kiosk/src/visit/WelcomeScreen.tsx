import { Button } from '@vestibule/ui/Button.tsx';
import { LogIn, LogOut, Package, Phone, ScanLine } from '@vestibule/ui/icons.tsx';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { Act } from '../questions.ts';
import { useRunning } from '../device/use-device.ts';
import { opensToday, useNow } from '../shell/clock.ts';
import { Background, Clock, Logo } from '../shell/Face.tsx';
import face from '../shell/Face.module.css';
import { fill, useSpoken } from '../ui/texts.tsx';
import acts from './Acts.module.css';
import { MenuDoor, Tools } from './Tools.tsx';
import classes from './WelcomeScreen.module.css';

// The rules for phone numbers are large, and an open kiosk does not need them yet.
const ReceptionPhone = lazy(async () => ({ default: (await import('./ReceptionPhone.tsx')).ReceptionPhone }));

interface WelcomeScreenProps {
  onStart: (act: Act) => void;
  onInvited: () => void;
  onMenu: () => void;
}

export function WelcomeScreen({ onStart, onInvited, onMenu }: WelcomeScreenProps) {
  const { language, texts } = useSpoken();
  const { welcome } = texts;
  const { config, tenants } = useRunning();
  const { settings, company } = config;
  const greeting = settings.welcomeTexts[language] ?? welcome.title;
  const hasDeliveries = settings.enableDeliveryButton && tenants.some((tenant) => tenant.canReceiveDeliveries);
  return (
    <FaceScreen above={greeting} title={company.name} onMenu={onMenu}>
      <div className={acts.acts}>
        <ActButton variant="primary" icon={<LogIn />} onClick={() => onStart('checkIn')}>
          {welcome.checkIn}
        </ActButton>
        <ActButton icon={<LogOut />} onClick={() => onStart('checkOut')}>
          {welcome.checkOut}
        </ActButton>
        {hasDeliveries && (
          <ActButton icon={<Package />} onClick={() => onStart('delivery')}>
            {welcome.delivery}
          </ActButton>
        )}
      </div>
      <div className={classes.row}>
        <Button variant="secondary" icon={<ScanLine />} onClick={onInvited} className={classes.code}>
          {welcome.invitation}
        </Button>
        {settings.isScanerOn && <p className={classes.scan}>{welcome.scan}</p>}
        <Tools />
      </div>
    </FaceScreen>
  );
}

interface ActButtonProps {
  variant?: 'primary';
  icon: ReactNode;
  onClick: () => void;
  children: ReactNode;
}

function ActButton({ variant, ...props }: ActButtonProps) {
  return <Button variant={variant ?? 'secondary'} size="large" className={acts.act} {...props} />;
}

/** Visitors can still check out. */
export function ClosedScreen({ onLeave, onMenu }: { onLeave: () => void; onMenu: () => void }) {
  const { language, texts } = useSpoken();
  const { closed, welcome } = texts;
  const { settings, company } = useRunning().config;
  const { tag } = languagesOfInterface[language];
  const time = timeIn(tag, settings.workingHoursStart);
  const isToday = opensToday(settings, company.timeZone, useNow());
  return (
    <FaceScreen
      above={fill(closed.title, { company: company.name })}
      title={fill(isToday ? closed.today : closed.tomorrow, { time })}
      onMenu={onMenu}
    >
      <div className={classes.row}>
        <Button variant="secondary" icon={<LogOut />} onClick={onLeave}>
          {welcome.checkOut}
        </Button>
        {company.receptionPhone !== null && (
          <p className={classes.call}>
            <Phone />
            <Suspense>
              <ReceptionPhone text={closed.call} />
            </Suspense>
          </p>
        )}
        <Tools />
      </div>
    </FaceScreen>
  );
}

interface FaceScreenProps {
  above: string;
  title: string;
  onMenu: () => void;
  children: ReactNode;
}

/** The building fills the screen. A sheet at the bottom carries the controls. */
function FaceScreen({ above, title, onMenu, children }: FaceScreenProps) {
  const { config, isConnected } = useRunning();
  const { background, sinageUrl } = config.settings;
  const [hasSignage, setHasSignage] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // A screen reader announces the welcome screen.
  useEffect(() => {
    // A preview does not take the focus from the settings.
    if (document.hasFocus()) heading.current?.focus();
  }, []);
  return (
    <main className={classes.screen} data-signage={hasSignage || undefined}>
      <Background />
      {isConnected && background === 'signage' && sinageUrl !== null && (
        <Signage key={sinageUrl} url={sinageUrl} onShown={setHasSignage} />
      )}
      <div className={classes.top}>
        <div className={`${face.brand} ${face.plate}`}>
          <Logo />
          {hasSignage && <span className={face.name}>{config.company.name}</span>}
        </div>
        <div className={face.plate}>
          <Clock hasDate />
        </div>
      </div>
      <header className={hasSignage ? 'unseen' : classes.head}>
        <h1
          ref={heading}
          tabIndex={-1}
          className={face.plate}
          data-long={title.length > 60 ? 'very' : title.length > 16 || undefined}
        >
          <small>{above} </small>
          {title}
        </h1>
      </header>
      <div className={classes.sheet}>{children}</div>
      <MenuDoor onOpen={onMenu} />
    </main>
  );
}

/** Time for the page until the welcome screen returns, and until the page gets another chance. */
const loadMs = 5_000;
const againMs = 60_000;

interface SignageProps {
  url: string;
  onShown: (isShown: boolean) => void;
}

/** A sandboxed page of the company, not shown until it has loaded. Offline the browser would show an error in it. */
function Signage({ url, onShown }: SignageProps) {
  const { config } = useRunning();
  const [state, setState] = useState<'loading' | 'loaded' | 'late'>('loading');
  const isShown = state === 'loaded';
  useEffect(() => {
    onShown(isShown);
    return () => onShown(false);
  }, [isShown, onShown]);
  useEffect(() => {
    if (state === 'loaded') return;
    const next = () => setState(state === 'loading' ? 'late' : 'loading');
    const waiting = setTimeout(next, state === 'loading' ? loadMs : againMs);
    return () => clearTimeout(waiting);
  }, [state]);
  if (state === 'late') return null;
  return (
    <div className={face.page} data-shown={isShown || undefined}>
      <iframe
        src={url}
        sandbox="allow-scripts"
        title={config.company.name}
        tabIndex={-1}
        aria-hidden
        referrerPolicy="no-referrer"
        onLoad={() => setState('loaded')}
      />
    </div>
  );
}

function timeIn(tag: string, time: string): string {
  const format = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(tag, format).format(new Date(`1970-01-01T${time.slice(0, 5)}Z`));
}
