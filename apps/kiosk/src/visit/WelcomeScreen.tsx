import type { DeviceConfig } from '@vestibule/contract/kiosks/device.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { LogIn, LogOut, Package, ScanLine } from '@vestibule/ui/icons.tsx';
import { useEffect, useRef, useState } from 'react';
import type { Act } from '../questions.ts';
import { useRunning } from '../device/use-device.ts';
import { type Choosing, LanguageButton, MenuDoor } from './Foot.tsx';
import { Picture } from '../shell/Picture.tsx';
import { fill, useTexts } from '../ui/texts.tsx';
import classes from './WelcomeScreen.module.css';

const mark = `${import.meta.env.BASE_URL}icon.svg`;

interface WelcomeScreenProps extends Choosing {
  onStart: (act: Act) => void;
  onScan: () => void;
  onMenu: () => void;
}

export function WelcomeScreen({ onStart, onScan, onMenu, ...choosing }: WelcomeScreenProps) {
  const { welcome, scan } = useTexts();
  const { config, isConnected } = useRunning();
  const { settings, company } = config;
  // Offline the frame would show an error page of the browser. A loaded page stays.
  const [mayHavePage, setMayHavePage] = useState(isConnected);
  if (isConnected && !mayHavePage) setMayHavePage(true);
  const background = settings.background === 'signage' && !mayHavePage ? 'none' : settings.background;
  const heading = useRef<HTMLHeadingElement>(null);
  // A screen reader announces the welcome screen.
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className={classes.screen} data-background={background}>
      <Background kind={background} />
      <header className={classes.head}>
        {company.logo ? (
          <Picture className={`${classes.logo} on-paper`} address={company.logo.storagePathOrigin} alt={company.name} />
        ) : (
          <img className={classes.logo} src={mark} alt="" width={112} height={112} />
        )}
        <h1 ref={heading} tabIndex={-1} data-long={company.name.length > 40 || undefined}>
          {fill(welcome.title, { company: company.name })}
        </h1>
      </header>
      <div className={classes.acts}>
        <Button
          variant="primary"
          size="large"
          className={classes.act}
          icon={<LogIn />}
          onClick={() => onStart('checkIn')}
        >
          {welcome.checkIn}
        </Button>
        <Button
          variant="secondary"
          size="large"
          className={classes.act}
          icon={<LogOut />}
          onClick={() => onStart('checkOut')}
        >
          {welcome.checkOut}
        </Button>
        {settings.enableDeliveryButton && (
          <Button
            variant="secondary"
            size="large"
            className={classes.act}
            icon={<Package />}
            onClick={() => onStart('delivery')}
          >
            {welcome.delivery}
          </Button>
        )}
      </div>
      {settings.isScanerOn && <p className={classes.scan}>{welcome.scan}</p>}
      <footer className={classes.foot}>
        {settings.languages.length > 1 && <LanguageButton languages={settings.languages} {...choosing} />}
        {settings.isScanerOn && (
          <Button variant="secondary" icon={<ScanLine />} onClick={onScan}>
            {scan.open}
          </Button>
        )}
        <MenuDoor onOpen={onMenu} />
      </footer>
    </main>
  );
}

/** Nothing, an image, or a sandboxed page of the company. */
function Background({ kind }: { kind: DeviceConfig['settings']['background'] }) {
  const { config, background } = useRunning();
  const { sinageUrl } = config.settings;
  if (kind === 'image' && background) {
    return (
      <div className={classes.picture}>
        <Picture address={background.storagePathOrigin} alt="" />
      </div>
    );
  }
  if (kind !== 'signage' || sinageUrl === null) return null;
  return (
    <div className={classes.page}>
      <iframe
        src={sinageUrl}
        sandbox="allow-scripts"
        title={config.company.name}
        tabIndex={-1}
        aria-hidden
        referrerPolicy="no-referrer"
      />
    </div>
  );
}
