import type { Licence, LicenceFolder } from '@vestibule/contract/kiosks/licence.ts';
import { Checkbox } from '@vestibule/ui/Checkbox.tsx';
import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { Copy, Pencil, Unplug } from '@vestibule/ui/icons.tsx';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../ui/copy-text.ts';
import { DataTable } from '../../ui/list/DataTable.tsx';
import type { Column, RowAction } from '../../ui/list/rows.ts';
import type { Selection } from '../../ui/list/use-selection.ts';
import { formatDate } from '../../ui/time.ts';
import { toast } from '../../ui/toast.ts';
import classes from './licence.module.css';
import type { LicenceAct } from './LicenceDialogs.tsx';

interface LicenceTableProps {
  folder: LicenceFolder;
  licences: readonly Licence[];
  selection: Selection;
  steady: string;
  onAct: (act: LicenceAct) => void;
}

/** A page of the keys of a folder. Keys in use cannot be selected. */
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

interface LicenceKeyProps {
  licence: Licence;
  selection: Selection;
}

function LicenceKey({ licence: { id, key, mac, folderId }, selection }: LicenceKeyProps) {
  const { t } = useTranslation();
  const isSelected = selection.ids.has(id);
  // A key that a device took after its selection can still be deselected.
  const mayChange = isSelected || (mac === null && !selection.isFull);

  const copy = async () => {
    const isCopied = await copyText(key);
    toast(isCopied ? t('licences.key.copied', { key }) : t('licences.key.notCopied'));
  };

  return (
    <div className={classes.line}>
      <Checkbox
        label={key}
        isChecked={isSelected}
        isDisabled={!mayChange}
        onChange={(isChecked) => selection.set({ id, group: folderId }, isChecked)}
      />
      <IconButton icon={Copy} label={t('licences.key.action.copy', { key })} onClick={copy} />
    </div>
  );
}
