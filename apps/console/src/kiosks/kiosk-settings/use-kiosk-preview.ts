import { useQuery } from '@tanstack/react-query';
import { getCompany } from '@vestibule/contract/accounts/company.ts';
import { type KioskPreview, previewIsReady } from '@vestibule/contract/kiosks/kiosk-preview.ts';
import { AccentColor, KioskSettings } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import type { Image, ImageType } from '@vestibule/contract/platform/image.ts';
import { queryOf } from '@vestibule/web/query.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useImages } from '../../building/image/use-images.ts';
import { useCountry } from '../../building/settings/use-country.ts';
import type { KioskSettingsForm } from './kiosk-settings-form.ts';

type Shown = Pick<KioskPreview, 'settings' | 'company' | 'background'>;

/** The settings as typed. A value that cannot be saved keeps its last saved value. Undefined while the company loads. */
export function useShownSettings(form: KioskSettingsForm, before: KioskSettings): Shown | undefined {
  const { companyId } = before;
  const typed = useWatch({ control: form.control });
  const sinageUrl = useSettled(addressOf(typed.sinageUrl ?? ''));
  const { data: company } = useQuery(queryOf(getCompany, { params: { companyId } }));
  const countryCode = useCountry(companyId, null);
  const logo = useImageOf(companyId, 'logo', typed.logoImageId ?? null);
  const picture = useImageOf(companyId, 'background', typed.backgroundImageId ?? null);
  if (!company || !countryCode) return undefined;

  const { accentColor, welcomeTexts = {} } = typed;
  const texts = Object.entries(welcomeTexts).filter(([, text]) => text?.trim());
  const settings = KioskSettings.safeParse({
    ...before,
    ...typed,
    accentColor: accentColor ? (AccentColor.safeParse(accentColor).data ?? before.accentColor) : null,
    welcomeTexts: Object.fromEntries(texts),
    sinageUrl,
    ...(typed.background === 'signage' && sinageUrl === null && { background: 'none' }),
  });
  const { name, timeZone = 'UTC', hasReception = true, receptionPhone = null } = company;
  return {
    settings: settings.data ?? before,
    company: { id: companyId, name, timeZone, countryCode, logo, hasReception, receptionPhone },
    background: typed.background === 'image' ? picture : null,
  };
}

function useImageOf(companyId: number, type: ImageType, imageId: number | null): Image | null {
  const { data } = useImages({ companyId }, type);
  return data?.pages.flatMap(({ rows }) => rows).find(({ id }) => id === imageId) ?? null;
}

function addressOf(typed: string): string | null {
  const url = URL.parse(typed.trim());
  return url?.protocol === 'https:' ? url.href : null;
}

/** How long an address must stay before the frame loads it, in ms. */
const settledMs = 800;

function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settledMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Sends the preview to its frame, and scales the frame to its place. */
export function usePreviewFrame(preview: KioskPreview | undefined, width: number) {
  const frame = useRef<HTMLIFrameElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  const send = useEffectEvent(() => {
    if (preview) frame.current?.contentWindow?.postMessage(preview, location.origin);
  });

  const sent = JSON.stringify(preview);
  useEffect(() => send(), [sent]);

  useEffect(() => {
    const answer = ({ origin, source, data }: MessageEvent) => {
      const isFrame = origin === location.origin && source === frame.current?.contentWindow;
      if (isFrame && data === previewIsReady) send();
    };
    addEventListener('message', answer);
    return () => removeEventListener('message', answer);
  }, []);

  useEffect(() => {
    const { current } = place;
    if (!current) return;
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);

  return { frame, place, scale: Math.min(1, room / width) };
}
