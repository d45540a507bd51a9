import type { LicenceFolder } from '@vestibule/contract/kiosks/licence.ts';
import { Pencil, Trash2 } from '@vestibule/ui/icons.tsx';
import { formatCount } from '@vestibule/web/count.ts';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/list/DataTable.tsx';
import type { Column, RowAction } from '../../ui/list/rows.ts';
import type { ListState } from '../../ui/list/use-list-state.ts';
import type { Selection } from '../../ui/list/use-selection.ts';
import { formatDate } from '../../ui/time.ts';
import classes from './licence.module.css';
import type { LicenceAct } from './LicenceDialogs.tsx';
import { LicencesOfFolder } from './LicencesOfFolder.tsx';

interface FolderTableProps {
  folders: readonly LicenceFolder[];
  list: Pick<ListState, 'search' | 'setSearch' | 'from'>;
  selection: Selection;
  onAct: (act: LicenceAct) => void;
}

export function FolderTable({ folders, list, selection, onAct }: FolderTableProps) {
  const { t, i18n } = useTranslation();

  const columns: Column<LicenceFolder>[] = [
    {
      key: 'name',
      title: t('licences.folder.column.name'),
      cell: ({ name }) => <strong className={classes.name}>{name}</strong>,
    },
    {
      key: 'keys',
      title: t('licences.folder.column.keys'),
      cell: ({ licenseCount }) => formatCount(licenseCount, i18n.language),
      width: '15%',
    },
    {
      key: 'created',
      title: t('licences.folder.column.created'),
      cell: ({ createdAt }) => formatDate(createdAt),
      width: '20%',
    },
  ];

  const actions = (folder: LicenceFolder): RowAction[] => {
    const { name } = folder;
    return [
      {
        key: 'rename',
        icon: Pencil,
        label: t('licences.folder.action.rename', { name }),
        onClick: () => onAct({ kind: 'renameFolder', folder }),
      },
      {
        key: 'delete',
        icon: Trash2,
        label: t('licences.folder.action.delete', { name }),
        onClick: () => onAct({ kind: 'deleteFolder', folder }),
        danger: true,
      },
    ];
  };

  return (
    <DataTable
      label={t('licences.folders')}
      columns={columns}
      rows={folders}
      rowKey={({ id }) => id}
      rowActions={actions}
      expanded={{
        label: ({ name }) => t('licences.folder.keysOf', { name }),
        content: (folder) => (
          <LicencesOfFolder key={list.search} folder={folder} list={list} selection={selection} onAct={onAct} />
        ),
      }}
      steady={`${list.search} ${list.from}`}
    />
  );
}
