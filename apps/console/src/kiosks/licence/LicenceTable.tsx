import type { Licence, LicenceFolder } from '@vestibule/contract/kiosks/licence.ts';
import { Pencil, Unplug } from '@vestibule/ui/icons.tsx';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/list/DataTable.tsx';
import type { Column, RowAction } from '../../ui/list/rows.ts';
import { formatDate } from '../../ui/time.ts';
import type { Selection } from '../../ui/list/use-selection.ts';
import type { LicenceAct } from './LicenceDialogs.tsx';
import { LicenceKey } from './LicenceKey.tsx';

interface LicenceTableProps {
  folder: LicenceFolder;
  licences: readonly Licence[];
  selection: Selection;
  steady: string;
  onAct: (act: LicenceAct) => void;
}

/** A page of the keys of a folder, which can be ticked unless a device uses them. */
export function LicenceTable({ folder, licences, selection, steady, onAct }: LicenceTableProps) {
  const { t } = useTranslation();

  const columns: Column<Licence>[] = [
    {
      key: 'key',
      title: t('licences.key.column.key'),
      cell: (licence) => <LicenceKey licence={licence} selection={selection} />,
    },
    { key: 'description', title: t('licences.key.column.description'), cell: ({ description }) => description },
    {
      key: 'activated',
      title: t('licences.key.column.activated'),
      cell: ({ activationDate }) => activationDate && formatDate(activationDate),
    },
    {
      key: 'imported',
      title: t('licences.key.column.imported'),
      cell: ({ createdAt }) => formatDate(createdAt),
      under: 'key',
    },
    { key: 'mac', title: t('licences.key.column.mac'), cell: ({ mac }) => mac, under: 'description' },
  ];

  const actions = (licence: Licence): RowAction[] => {
    const { key, mac } = licence;
    const describe: RowAction = {
      key: 'describe',
      icon: Pencil,
      label: t('licences.key.action.describe', { key }),
      onClick: () => onAct({ kind: 'describe', licence }),
    };
    if (mac === null) return [describe];
    return [
      {
        key: 'detach',
        icon: Unplug,
        label: t('licences.key.action.detach', { key }),
        onClick: () => onAct({ kind: 'detach', licence }),
        danger: true,
      },
      describe,
    ];
  };

  return (
    <DataTable
      label={t('licences.folder.keysOf', { name: folder.name })}
      columns={columns}
      rows={licences}
      rowKey={({ id }) => id}
      rowActions={actions}
      steady={steady}
    />
  );
}
