// First: schemas look at this setting when they are made.
import '@vestibule/contract/platform/jitless.ts';
import { pressOnce } from '@vestibule/web/press-once.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { type Device, startDevice } from './device/device.ts';
import { keepApp } from './device/service-worker.ts';
import { DeviceContext } from './device/use-device.ts';
import { openVault } from './offline/vault.ts';
import { Crash } from './shell/Crash.tsx';
import './theme.css';
import { StorageScreen } from './StorageScreen.tsx';
import { Texts } from './ui/texts.tsx';
import { UnsafeScreen } from './UnsafeScreen.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// Long pressing a button opens no menu of the browser.
document.addEventListener('contextmenu', (event) => event.preventDefault());
// Nor does a finger that slips on the logo take it along.
document.addEventListener('dragstart', (event) => event.preventDefault());
// A button that is pressed again and again, as a digit is, carries `data-again`; of two presses there, the first is on one, too.
const isForAgain = (on: Element | null) => on instanceof HTMLButtonElement && on.dataset['again'] !== undefined;
pressOnce((on, first) => !(on instanceof HTMLButtonElement) || (isForAgain(on) && isForAgain(first)));
// A browser writes down the address of every call, and in that of a lookup stands the phone of whoever asked.
performance.setResourceTimingBufferSize(0);
const device = isSecureContext ? await start() : null;
if (device) void keepApp();

createRoot(root).render(
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

/** Null where the browser has no room to keep who this device is. */
async function start(): Promise<Device | null> {
  void askForRoom().catch(() => undefined);
  try {
    return await startDevice(await openVault());
  } catch {
    return null;
  }
}

/** A browser that runs out of room would else throw away who this device is, and visits that wait. Not every one can be asked. */
async function askForRoom(): Promise<void> {
  await navigator.storage.persist();
}
