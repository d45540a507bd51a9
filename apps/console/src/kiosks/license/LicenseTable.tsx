import type { License, LicenseFolder } from '@vestibule/contract/kiosks/license.ts';
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
import classes from './license.module.css';
import type { LicenseAct } from './LicenseDialogs.tsx';

interface LicenseTableProps {
  folder: LicenseFolder;
  licenses: readonly License[];
  selection: Selection;
  steady: string;
  onAct: (act: LicenseAct) => void;
}

/** Keys in use cannot be selected. */
export function LicenseTable({ folder, licenses, selection, steady, onAct }: LicenseTableProps) {
  const { t } = useTranslation();

  const columns: Column<License>[] = [
    {
      key: 'key',
      title: t('licenses.key.column.key'),
      cell: (license) => <LicenseKey license={license} selection={selection} />,
    },
    { key: 'description', title: t('licenses.key.column.description'), cell: ({ description }) => description },
    {
      key: 'activated',
      title: t('licenses.key.column.activated'),
      cell: ({ activationDate }) => activationDate && formatDate(activationDate),
    },
    {
      key: 'imported',
      title: t('licenses.key.column.imported'),
      cell: ({ createdAt }) => formatDate(createdAt),
      under: 'key',
    },
    { key: 'mac', title: t('licenses.key.column.mac'), cell: ({ mac }) => mac, under: 'description' },
  ];

  const actions = (license: License): RowAction[] => {
    const { key, mac } = license;
    const describe: RowAction = {
      key: 'describe',
      icon: Pencil,
      label: t('licenses.key.action.describe', { key }),
      onClick: () => onAct({ kind: 'describe', license }),
    };
    if (mac === null) return [describe];
    return [
      {
        key: 'detach',
        icon: Unplug,
        label: t('licenses.key.action.detach', { key }),
        onClick: () => onAct({ kind: 'detach', license }),
        danger: true,
      },
      describe,
    ];
  };

  return (
    <DataTable
      label={t('licenses.folder.keysOf', { name: folder.name })}
      columns={columns}
      rows={licenses}
      rowKey={({ id }) => id}
      rowActions={actions}
      steady={steady}
    />
  );
}

interface LicenseKeyProps {
  license: License;
  selection: Selection;
}

function LicenseKey({ license: { id, key, mac, folderId }, selection }: LicenseKeyProps) {
  const { t } = useTranslation();
  const isSelected = selection.ids.has(id);
  // A key that a device took after its selection can still be deselected.
  const mayChange = isSelected || (mac === null && !selection.isFull);

  const copy = async () => {
    const isCopied = await copyText(key);
    toast(isCopied ? t('licenses.key.copied', { key }) : t('licenses.key.notCopied'));
  };

  return (
    <div className={classes.line}>
      <Checkbox
        label={key}
        isChecked={isSelected}
        isDisabled={!mayChange}
        onChange={(isChecked) => selection.set({ id, group: folderId }, isChecked)}
      />
      <IconButton icon={Copy} label={t('licenses.key.action.copy', { key })} onClick={copy} />
    </div>
  );
}
