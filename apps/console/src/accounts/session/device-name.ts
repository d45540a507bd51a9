import { parse } from 'bowser';

/** Which browser and which system a browser says that it is; null where its words say neither. */
export function deviceName(device: string): { browser: string; system: string } | null {
  if (!device) return null;
  const { browser, os } = parse(device);
  return browser.name && os.name ? { browser: browser.name, system: os.name } : null;
}
