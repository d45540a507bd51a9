import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod';
import { App } from './App.tsx';
import { startDevice } from './device/device.ts';
import { keepApp } from './device/service-worker.ts';
import { DeviceContext } from './device/use-device.ts';
import { openVault } from './offline/vault.ts';
import { Crash } from './shell/Crash.tsx';
import './theme.css';
import { Texts } from './ui/texts.tsx';
import { UnsafeScreen } from './UnsafeScreen.tsx';

// The content security policy forbids the code that zod would otherwise write for itself.
config({ jitless: true });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// Long pressing a button opens no menu of the browser.
document.addEventListener('contextmenu', (event) => event.preventDefault());
const device = isSecureContext ? await startDevice(await openVault()) : null;
if (device) void keepApp();

createRoot(root).render(
  <StrictMode>
    <Texts>
      <Crash>
        {device ? (
          <DeviceContext value={device}>
            <App />
          </DeviceContext>
        ) : (
          <UnsafeScreen />
        )}
      </Crash>
    </Texts>
  </StrictMode>,
);
