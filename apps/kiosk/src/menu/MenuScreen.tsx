import { Button } from '@vestibule/ui/Button.tsx';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { ArrowLeft } from '@vestibule/ui/icons.tsx';
import { useEffect, useState } from 'react';
import { useDevice, usePresence, useRunning } from '../device/use-device.ts';
import type { Waiting } from '../offline/queue.ts';
import { now } from '../shell/clock.ts';
import { IdleDialog } from '../shell/IdleDialog.tsx';
import { PrintFrame } from '@vestibule/web/PrintFrame.tsx';
import { useBack } from '../shell/use-back.ts';
import { useIdle } from '../shell/use-idle.ts';
import { Screen } from '../ui/Screen.tsx';
import { useSpoken, useTexts } from '../ui/texts.tsx';
import { ConnectionTest } from './ConnectionTest.tsx';
import { DeprovisionDialog } from './DeprovisionDialog.tsx';
import classes from './MenuScreen.module.css';
import { UnlockScreen } from './UnlockScreen.tsx';
import { useStaffTexts } from '../ui/use-staff-texts.ts';

/** The menu for staff, behind the settings password if there is one. */
export function MenuScreen({ onClose }: { onClose: () => void }) {
  const { config } = useRunning();
  const [isUnlocked, setIsUnlocked] = useState(!config.settings.hasPassword);
  usePresence(true);
  useBack(true, onClose);
  const { secondsLeft, stay } = useIdle(true, onClose);
  return (
    <>
      {isUnlocked ? (
        <OpenMenu onClose={onClose} />
      ) : (
        <UnlockScreen onUnlock={() => setIsUnlocked(true)} onClose={onClose} />
      )}
      {secondsLeft !== null && <IdleDialog secondsLeft={secondsLeft} onStay={stay} />}
    </>
  );
}

function OpenMenu({ onClose }: { onClose: () => void }) {
  const texts = useTexts();
  const { menu } = useStaffTexts();
  const { config, isConnected, isMisfit, isFull } = useRunning();
  const { kiosk, settings } = config;
  const { language } = useSpoken();
  const waiting = useWaiting();
  const [oldest] = waiting;
  const [printed, setPrinted] = useState(0);
  const { notePrint } = useDevice();
  const [isRemoving, setIsRemoving] = useState(false);
  const facts = [
    [menu.name, kiosk.name],
    [menu.code, kiosk.hash],
    [menu.version, APP_VERSION],
    [menu.settings, settings.version],
    [menu.connection, isConnected ? menu.connected : menu.notConnected],
    [menu.queue, waiting.length],
    ...(oldest ? [[menu.oldest, describeAge(oldest.occurredAt, languagesOfInterface[language].tag)] as const] : []),
  ] as const;
  // The status above every screen names the problem. The menu says what to do.
  const trouble = isMisfit ? texts.misfit : isFull ? texts.storage : null;
  const notes = [trouble?.text, settings.hasPassword ? undefined : menu.deprovisionLocked].filter(
    (note) => note !== undefined,
  );
  return (
    <Screen
      title={menu.title}
      text={notes.length > 0 ? notes.join(' ') : undefined}
      left={
        <Button variant="secondary" icon={<ArrowLeft />} onClick={onClose}>
          {texts.back}
        </Button>
      }
      right={
        settings.hasPassword && (
          <Button variant="secondary" onClick={() => setIsRemoving(true)}>
            {menu.deprovision}
          </Button>
        )
      }
    >
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ConnectionTest />
      <div className={classes.test}>
        <Button
          variant="secondary"
          onClick={() => {
            setPrinted(printed + 1);
            notePrint('test');
          }}
        >
          {menu.print}
        </Button>
        <p role="status">{printed > 0 && menu.printHelp}</p>
      </div>
      {printed > 0 && <PrintFrame key={printed} html={testPage(menu.testPage, kiosk.name)} title={menu.print} />}
      {isRemoving && <DeprovisionDialog onClose={() => setIsRemoving(false)} />}
    </Screen>
  );
}

function useWaiting(): Waiting[] {
  const { queue } = useDevice();
  const { waiting: count } = useRunning();
  const [all, setAll] = useState<Waiting[]>([]);
  useEffect(() => {
    let isShown = true;
    void queue.list().then((list) => {
      if (isShown) setAll(list);
    });
    return () => {
      isShown = false;
    };
  }, [queue, count]);
  return all;
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Returns an age in words: "2 hours ago". */
function describeAge(occurredAt: string, tag: string): string {
  const seconds = Math.max(0, Math.round((now().getTime() - Date.parse(occurredAt)) / 1000));
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? (['second', 1] as const);
  return new Intl.RelativeTimeFormat(tag).format(-Math.floor(seconds / length), unit);
}

function testPage(text: string, name: string): string {
  const page = document.implementation.createHTMLDocument(name);
  for (const line of [name, text]) page.body.append(Object.assign(page.createElement('p'), { textContent: line }));
  return page.documentElement.outerHTML;
}
