import { getDeviceConfig } from '@vestibule/contract/device.ts';
import { call } from '@vestibule/web/call.ts';
import { useState } from 'react';
import { useRunning } from '../device/use-device.ts';
import { PrintFrame } from '../shell/PrintFrame.tsx';
import { useIdle } from '../shell/use-idle.ts';
import { Button } from '../ui/Button.tsx';
import { fill } from '../ui/fill.ts';
import { BackIcon } from '../ui/icons.tsx';
import { Screen } from '../ui/Screen.tsx';
import { useTexts } from '../ui/texts.tsx';
import { DeprovisionDialog } from './DeprovisionDialog.tsx';
import classes from './MenuScreen.module.css';

/** What whoever looks after the kiosk wants to know of it, and can do to it. */
export function MenuScreen({ onClose }: { onClose: () => void }) {
  const texts = useTexts();
  const { menu } = texts;
  const { config, isConnected, waiting } = useRunning();
  const { kiosk, settings } = config;
  const [result, setResult] = useState<string | null>(null);
  const [printed, setPrinted] = useState(0);
  const [isRemoving, setIsRemoving] = useState(false);
  useIdle(true, onClose);

  const test = async () => {
    const begun = performance.now();
    try {
      await call(getDeviceConfig, {}, { signal: AbortSignal.timeout(10_000) });
      setResult(fill(menu.tested, { count: Math.round(performance.now() - begun) }));
    } catch {
      setResult(menu.failed);
    }
  };
  const facts = [
    [menu.name, kiosk.name],
    [menu.code, kiosk.hash],
    [menu.version, APP_VERSION],
    [menu.settings, settings.version],
    [menu.queue, waiting],
    [menu.connection, isConnected ? menu.connected : menu.notConnected],
  ] as const;
  return (
    <Screen
      title={menu.title}
      left={
        <Button icon={<BackIcon />} onClick={onClose}>
          {texts.back}
        </Button>
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
      <div className={classes.acts}>
        <Button onClick={() => void test()}>{menu.test}</Button>
        <Button onClick={() => setPrinted(printed + 1)}>{menu.print}</Button>
        <Button onClick={() => setIsRemoving(true)}>{menu.deprovision}</Button>
      </div>
      <p role="status">{result}</p>
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
