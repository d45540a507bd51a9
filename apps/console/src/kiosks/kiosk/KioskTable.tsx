import type { Kiosk, KioskCodeState, KioskStatus } from '@vestibule/contract/kiosks/kiosk.ts';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/list/DataTable.tsx';
import type { Column } from '../../ui/list/rows.ts';
import { SavedSwitch } from '../../ui/SavedSwitch.tsx';
import { Since } from '../../ui/Since.tsx';
import { formatMoment } from '../../ui/time.ts';
import { AppliedSettings } from './AppliedSettings.tsx';
import { CodeState } from './CodeState.tsx';
import type { KioskAct } from './KioskDialogs.tsx';
import { KioskMenu } from './KioskMenu.tsx';
import classes from './KioskTable.module.css';
import { useSetOwnSettings } from './use-kiosks.ts';

interface KioskTableProps {
  kiosks: readonly Kiosk[];
  codes: ReadonlyMap<number, KioskCodeState> | undefined;
  status: KioskStatus;
  steady: string;
  onAct: (act: KioskAct) => void;
}

export function KioskTable({ kiosks, codes, status, steady, onAct }: KioskTableProps) {
  const { t } = useTranslation();
  const columns = useColumns({ codes, status, onAct });
  return (
    <DataTable
      label={t('kiosks.label', { tab: t(`kiosks.tab.${status}`) })}
      columns={columns}
      rows={kiosks}
      rowKey={({ id }) => id}
      steady={steady}
    />
  );
}

function useColumns({ codes, status, onAct }: Pick<KioskTableProps, 'codes' | 'status' | 'onAct'>): Column<Kiosk>[] {
  const { t } = useTranslation();
  const offlineSince: Column<Kiosk> = {
    key: 'offlineSince',
    title: t('kiosks.column.offlineSince'),
    cell: ({ offlineSince: moment }) =>
      moment ? (
        <>
          <span className={classes.moment}>{formatMoment(moment)}</span>
          <div className={classes.comment}>
            <Since moment={moment} />
          </div>
        </>
      ) : (
        t('kiosks.neverSeen')
      ),
  };
  return [
    {
      key: 'name',
      title: t('kiosks.column.name'),
      cell: (kiosk) => (
        <>
          <button
            type="button"
            className={classes.name}
            data-status={kiosk.status}
            aria-haspopup="dialog"
            onClick={() => onAct({ kind: 'panel', kiosk })}
          >
            {kiosk.name}
          </button>
          {kiosk.comment && <div className={classes.comment}>{kiosk.comment}</div>}
          {kiosk.pendingDevice || codes?.has(kiosk.id) ? (
            <CodeState kiosk={kiosk} code={codes?.get(kiosk.id)} onAct={onAct} />
          ) : (
            <AppliedSettings kiosk={kiosk} />
          )}
        </>
      ),
    },
    ...(status === 'offline' ? [offlineSince] : []),
    {
      key: 'mac',
      title: t('kiosks.column.mac'),
      cell: ({ mac }) => mac && <span className={classes.address}>{mac}</span>,
    },
    {
      key: 'ip',
      title: t('kiosks.column.ip'),
      under: 'mac',
      cell: ({ ip }) => ip && <span className={classes.address}>{ip}</span>,
    },
    { key: 'appVersion', title: t('kiosks.column.appVersion'), cell: ({ appVersion }) => appVersion },
    {
      key: 'androidVersion',
      title: t('kiosks.column.androidVersion'),
      under: 'appVersion',
      cell: ({ androidVersion }) => androidVersion,
    },
    {
      key: 'ownSettings',
      title: t('kiosks.column.ownSettings'),
      cell: (kiosk) => <OwnSettingsSwitch kiosk={kiosk} />,
      width: '1%',
    },
    {
      key: 'actions',
      title: t('kiosks.column.actions'),
      cell: (kiosk) => <KioskMenu kiosk={kiosk} onAct={onAct} />,
      width: '1%',
      align: 'end',
      isInHeadline: true,
    },
  ];
}

function OwnSettingsSwitch({ kiosk }: { kiosk: Kiosk }) {
  const { t } = useTranslation();
  const { mutateAsync: save } = useSetOwnSettings();
  return (
    <SavedSwitch
      label={t('kiosks.ownSettingsOf', { name: kiosk.name })}
      saved={kiosk.enableCustomSettings}
      save={(enableCustomSettings) => save({ kioskId: kiosk.id, enableCustomSettings })}
    />
  );
}
