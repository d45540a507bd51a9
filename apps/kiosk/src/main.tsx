// First: schemas read this setting when they are created.
import '@vestibule/contract/platform/jitless.ts';
import { pressOnce } from '@vestibule/web/press-once.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { type Device, startDevice } from './device/device.ts';
import { keepApp } from './device/service-worker.ts';
import { DeviceContext } from './device/use-device.ts';
import { Crash, StorageScreen, UnsafeScreen } from './FaultScreens.tsx';
import { openVault } from './offline/vault.ts';
import './theme.css';
import { Texts } from './ui/texts.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// A long press must not open the context menu.
document.addEventListener('contextmenu', (event) => event.preventDefault());
// A finger must not drag the logo.
document.addEventListener('dragstart', (event) => event.preventDefault());
// Buttons for repeated presses have `data-again`. A second press counts only from one such button to another.
const isForAgain = (on: Element | null) => on instanceof HTMLButtonElement && on.dataset['again'] !== undefined;
pressOnce((on, first) => !(on instanceof HTMLButtonElement) || (isForAgain(on) && isForAgain(first)));
// The browser would record the URLs of requests, and a lookup contains a phone number.
performance.setResourceTimingBufferSize(0);
const isPreview = location.pathname === `${import.meta.env.BASE_URL}preview`;
const page = createRoot(root);
if (!isSecureContext) render(null);
// The module of the preview imports this one, so no await may delay it.
else if (isPreview) void openPreview().then(render);
else {
  const device = await start();
  if (device) void keepApp();
  render(device);
}

function render(device: Device | null): void {
  page.render(
    <StrictMode>
      <Texts>
        <Crash>
          {!isSecureContext ? (
            <UnsafeScreen />
          ) : device ? (
            <DeviceContext value={device}>
              <App />
            </DeviceContext>
          ) : (
            <StorageScreen />
          )}
        </Crash>
      </Texts>
    </StrictMode>,
  );
}

async function openPreview(): Promise<Device> {
  const preview = await import('./preview/preview.ts');
  return preview.openPreview();
}

/** Returns null if the browser cannot store the identity of this device. */
async function start(): Promise<Device | null> {
  void askForRoom().catch(() => undefined);
  try {
    return await startDevice(await openVault());
  } catch {
    return null;
  }
}

/** Asks the browser not to evict the stored identity and queue. */
async function askForRoom(): Promise<void> {
  await navigator.storage.persist();
}
