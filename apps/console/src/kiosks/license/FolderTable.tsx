import type { LicenseFolder } from '@vestibule/contract/kiosks/license.ts';
import { Pencil, Trash2 } from '@vestibule/ui/icons.tsx';
import { formatCount } from '@vestibule/web/count.ts';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/list/DataTable.tsx';
import type { Column, RowAction } from '../../ui/list/rows.ts';
import type { ListState } from '../../ui/list/use-list-state.ts';
import type { Selection } from '../../ui/list/use-selection.ts';
import { formatDate } from '../../ui/time.ts';
import classes from './license.module.css';
import type { LicenseAct } from './LicenseDialogs.tsx';
import { LicensesOfFolder } from './LicensesOfFolder.tsx';

interface FolderTableProps {
  folders: readonly LicenseFolder[];
  list: Pick<ListState, 'search' | 'setSearch' | 'from'>;
  selection: Selection;
  onAct: (act: LicenseAct) => void;
}

export function FolderTable({ folders, list, selection, onAct }: FolderTableProps) {
  const { t, i18n } = useTranslation();

  const columns: Column<LicenseFolder>[] = [
    {
      key: 'name',
      title: t('licenses.folder.column.name'),
      cell: ({ name }) => <strong className={classes.name}>{name}</strong>,
    },
    {
      key: 'keys',
      title: t('licenses.folder.column.keys'),
      cell: ({ licenseCount, usedCount }) =>
        t('licenses.folder.used', {
          used: formatCount(usedCount, i18n.language),
          total: formatCount(licenseCount, i18n.language),
        }),
      width: '15%',
    },
    {
      key: 'created',
      title: t('licenses.folder.column.created'),
      cell: ({ createdAt }) => formatDate(createdAt),
      width: '20%',
    },
  ];

  const actions = (folder: LicenseFolder): RowAction[] => {
    const { name } = folder;
    return [
      {
        key: 'rename',
        icon: Pencil,
        label: t('licenses.folder.action.rename', { name }),
        onClick: () => onAct({ kind: 'renameFolder', folder }),
      },
      {
        key: 'delete',
        icon: Trash2,
        label: t('licenses.folder.action.delete', { name }),
        onClick: () => onAct({ kind: 'deleteFolder', folder }),
        danger: true,
      },
    ];
  };

  return (
    <DataTable
      label={t('licenses.folders')}
      columns={columns}
      rows={folders}
      rowKey={({ id }) => id}
      rowActions={actions}
      expanded={{
        label: ({ name }) => t('licenses.folder.keysOf', { name }),
        content: (folder) => (
          <LicensesOfFolder key={list.search} folder={folder} list={list} selection={selection} onAct={onAct} />
        ),
      }}
      steady={`${list.search} ${list.from}`}
    />
  );
}
