import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { useEffect, useState } from 'react';
import { useDevice, useDeviceState } from '../device/use-device.ts';
import type { Waiting } from '../offline/queue.ts';
import { now } from '../shell/clock.ts';
import { useSpoken } from '../ui/texts.tsx';

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** What waits to be sent, the oldest first, each with how long ago it was done in words. */
export function useWaiting(): { kind: Waiting['kind']; age: string }[] {
  const { queue } = useDevice();
  const { waiting: count } = useDeviceState();
  const { language } = useSpoken();
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
  const words = new Intl.RelativeTimeFormat(languagesOfInterface[language].tag);
  return all.map(({ kind, occurredAt }) => ({ kind, age: ageOf(occurredAt, words) }));
}

function ageOf(occurredAt: string, words: Intl.RelativeTimeFormat): string {
  const seconds = Math.max(0, Math.round((now().getTime() - Date.parse(occurredAt)) / 1000));
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? (['second', 1] as const);
  return words.format(-Math.floor(seconds / length), unit);
}
