import { Button } from '@vestibule/ui/Button.tsx';
import { ArrowLeft } from '@vestibule/ui/icons.tsx';
import { useState } from 'react';
import { usePresence, useRunning } from '../device/use-device.ts';
import { IdleDialog } from '../shell/IdleDialog.tsx';
import { PrintFrame } from '@vestibule/web/PrintFrame.tsx';
import { useBack } from '../shell/use-back.ts';
import { useIdle } from '../shell/use-idle.ts';
import { Screen } from '../ui/Screen.tsx';
import { useTexts } from '../ui/texts.tsx';
import { ConnectionTest } from './ConnectionTest.tsx';
import { DeprovisionDialog } from './DeprovisionDialog.tsx';
import classes from './MenuScreen.module.css';
import { UnlockScreen } from './UnlockScreen.tsx';
import { useWaiting } from './use-waiting.ts';

/** The menu for whoever looks after the kiosk, behind the settings password where there is one. */
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

/** What is known of this kiosk, and what can be done to it. */
function OpenMenu({ onClose }: { onClose: () => void }) {
  const texts = useTexts();
  const { menu } = texts;
  const { config, isConnected, isMisfit, isFull } = useRunning();
  const { kiosk, settings } = config;
  const waiting = useWaiting();
  const [printed, setPrinted] = useState(0);
  const [isRemoving, setIsRemoving] = useState(false);
  const facts = [
    [menu.name, kiosk.name],
    [menu.code, kiosk.hash],
    [menu.version, APP_VERSION],
    [menu.settings, settings.version],
    [menu.connection, isConnected ? menu.connected : menu.notConnected],
    [menu.queue, waiting.length],
    ...waiting.slice(0, 1).map(({ age }) => [menu.oldest, age] as const),
  ] as const;
  // The words above every screen say what is wrong, and here is what to do about it.
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
        <Button variant="secondary" onClick={() => setPrinted(printed + 1)}>
          {menu.print}
        </Button>
        <p role="status">{printed > 0 && menu.printHelp}</p>
      </div>
      {printed > 0 && <PrintFrame key={printed} html={testPage(menu.testPage, kiosk.name)} title={menu.print} />}
      {isRemoving && <DeprovisionDialog onClose={() => setIsRemoving(false)} />}
    </Screen>
  );
}

function testPage(text: string, name: string): string {
  const page = document.implementation.createHTMLDocument(name);
  for (const line of [name, text]) page.body.append(Object.assign(page.createElement('p'), { textContent: line }));
  return page.documentElement.outerHTML;
}
