import {
  type Kiosk,
  kioskEventsKept,
  type KioskEventKind,
  type PastKioskEvent,
} from '@vestibule/contract/kiosks/kiosk.ts';
import { Check, Download, type Icon, Power, Printer, Tablet, WifiOff } from '@vestibule/ui/icons.tsx';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Since } from '../../ui/Since.tsx';
import { formatDate, formatTime } from '../../ui/time.ts';
import { AppliedSettings } from './AppliedSettings.tsx';
import classes from './KioskPanel.module.css';
import { useKiosk, useKioskEvents } from './use-kiosks.ts';

export function KioskPanel({ target, opened, onClose }: TargetDialog<Kiosk>) {
  const kiosk = useKiosk(opened ? target : null) ?? target;
  return (
    <Dialog opened={opened} onClose={onClose} title={kiosk?.name} placement="right" width={420}>
      {kiosk && (
        <div className={classes.panel}>
          <Facts kiosk={kiosk} />
          <Timeline kiosk={kiosk} />
        </div>
      )}
    </Dialog>
  );
}

function Facts({ kiosk }: { kiosk: Kiosk }) {
  const { t } = useTranslation();
  const { status, offlineSince, hash, comment, mac, ip, appVersion, androidVersion, enableCustomSettings } = kiosk;
  const facts = [
    ['hash', hash],
    ['mac', mac],
    ['ip', ip],
    ['appVersion', appVersion],
    ['androidVersion', androidVersion],
    ['settings', <AppliedSettings key="settings" kiosk={kiosk} />],
    ['ownSettings', t(`kiosks.panel.ownSettings.${enableCustomSettings ? 'on' : 'off'}`)],
    ['comment', comment],
  ] as const;
  return (
    <>
      <p className={classes.status} data-status={status}>
        {t(`kiosks.panel.status.${status}`)}
        {status === 'offline' &&
          (offlineSince ? <Since moment={offlineSince} /> : <span>{t('kiosks.neverSeen')}</span>)}
      </p>
      <dl className={classes.facts}>
        {facts.map(
          ([fact, value]) =>
            value !== null && (
              <div key={fact}>
                <dt>{t(`kiosks.panel.fact.${fact}`)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
}

const icons: Record<KioskEventKind, Icon> = {
  online: Tablet,
  offline: WifiOff,
  restarted: Power,
  updated: Download,
  settingsApplied: Check,
  printerTested: Printer,
  printedAgain: Printer,
};

function Timeline({ kiosk }: { kiosk: Kiosk }) {
  const { t } = useTranslation();
  const events = useKioskEvents(kiosk);
  const { data } = events;
  return (
    <section>
      <h3 className={classes.title}>{t('kiosks.panel.timeline', { count: kioskEventsKept.days })}</h3>
      <Loaded
        query={{ ...events, data: data && { rows: data, page: null } }}
        empty={{ title: t('kiosks.panel.none'), help: t('kiosks.panel.noneHelp') }}
        failed={t('kiosks.panel.failed')}
      >
        {(rows) =>
          byDay(rows).map(([day, ofDay]) => (
            <div key={day}>
              <h4 className={classes.day}>{day}</h4>
              <ol className={classes.events}>
                {ofDay.map(({ id, kind, detail, at }) => {
                  const EventIcon = icons[kind];
                  return (
                    <li key={id} data-kind={kind}>
                      <EventIcon size={16} strokeWidth={1.75} aria-hidden />
                      <time dateTime={at}>{formatTime(at)}</time>
                      <span>{t(`kiosks.panel.event.${kind}`, { detail })}</span>
                    </li>
                  );
                })}
              </ol>
            </div>
          ))
        }
      </Loaded>
    </section>
  );
}

function byDay(events: readonly PastKioskEvent[]): [string, PastKioskEvent[]][] {
  return [...Map.groupBy(events, ({ at }) => formatDate(at))];
}
