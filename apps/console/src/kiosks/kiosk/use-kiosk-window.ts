import { KioskCode, kioskWindowChannel } from '@vestibule/contract/kiosks/kiosk-window.ts';
import { useEffect, useEffectEvent } from 'react';

/** Tells which code a kiosk in another window of this browser shows. */
export function useKioskWindow(onCode: (code: string) => void): void {
  const hear = useEffectEvent(({ data }: MessageEvent) => {
    const said = KioskCode.safeParse(data).data;
    if (said) onCode(said.kioskCode);
  });
  useEffect(() => {
    const channel = new BroadcastChannel(kioskWindowChannel);
    channel.addEventListener('message', (event) => hear(event));
    return () => channel.close();
  }, []);
}

/** Opens a kiosk beside this window. Answers whether the browser lets that be. */
export function openKioskWindow(): boolean {
  return window.open('/kiosk', 'vestibule-kiosk', 'popup,width=1100,height=760') !== null;
}
