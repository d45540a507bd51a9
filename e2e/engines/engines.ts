import { openFirefox } from './bidi.ts';
import { type Engine, findProgram } from './engine.ts';
import { openWebKit } from './web-driver.ts';

interface Installed {
  name: string;
  open: () => Promise<Engine>;
}

/** Lists the other browser engines of this machine, and what is missing for the rest. */
export function findEngines(): { installed: Installed[]; missing: string[] } {
  const installed: Installed[] = [];
  const missing: string[] = [];
  const firefox = findProgram('firefox', 'firefox-esr');
  if (firefox) installed.push({ name: 'Firefox', open: () => openFirefox(firefox) });
  else missing.push('Firefox (firefox)');
  const [driver, screen] = [findProgram('WebKitWebDriver'), findProgram('Xvfb')];
  if (driver && screen) installed.push({ name: 'WebKit', open: () => openWebKit(driver, screen) });
  else missing.push('WebKit (WebKitWebDriver and Xvfb)');
  return { installed, missing };
}
