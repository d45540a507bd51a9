import { once } from 'node:events';
import { openLiveChannel } from '@vestibule/contract/visits/live-channel.ts';
import { WebSocket } from 'ws';
import type { KioskCompany } from './kiosk-companies.ts';
import { callAt } from './simulator/call.ts';

export interface Screen {
  companyId: number;
  screen: WebSocket;
}

export interface Screens {
  url: string;
  companies: readonly KioskCompany[];
  screensPerUser: number;
}

export async function openScreens({ url, companies, screensPerUser }: Screens): Promise<Screen[]> {
  const screens: Screen[] = [];
  for (const { companyId, cookies } of companies) {
    for (const cookie of cookies.flatMap((one) => Array.from({ length: screensPerUser }, () => one))) {
      const answer = await callAt(url, openLiveChannel, { query: { companyId } }, { cookie });
      const screen = new WebSocket(answer.url, { perMessageDeflate: false });
      await once(screen, 'open');
      screen.on('error', () => screen.terminate());
      screens.push({ companyId, screen });
    }
  }
  return screens;
}
