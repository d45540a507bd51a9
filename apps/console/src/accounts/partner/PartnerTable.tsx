import type { Partner } from '@vestibule/contract/accounts/partner.ts';
import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { Copy } from '@vestibule/ui/icons.tsx';
import { useMay } from '@vestibule/web/session.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../ui/copy-text.ts';
import { DataTable } from '../../ui/list/DataTable.tsx';
import type { Column, RowAction } from '../../ui/list/rows.ts';
import { toast } from '../../ui/toast.ts';
import classes from './PartnerTable.module.css';

interface PartnerTableProps {
  partners: readonly Partner[];
  rowActions: (partner: Partner) => RowAction[];
  further?: Column<Partner>[];
}

export function PartnerTable({ partners, rowActions, further = [] }: PartnerTableProps) {
  const { t } = useTranslation();
  const mayCopy = useMay()('partner.administer');
  return (
    <DataTable
      label={t('partners.title')}
      columns={[nameColumn(t), codeColumn(t, mayCopy), ...further]}
      rows={partners}
      rowKey={({ id }) => id}
      rowActions={rowActions}
    />
  );
}

function nameColumn(t: TFunction): Column<Partner> {
  return { key: 'name', title: t('partners.column.name'), cell: ({ name }) => <strong>{name}</strong> };
}

function codeColumn(t: TFunction, mayCopy: boolean): Column<Partner> {
  const copy = async (code: string) => {
    const isCopied = await copyText(code);
    toast(isCopied ? t('partners.copied', { code }) : t('partners.notCopied'));
  };
  return {
    key: 'code',
    title: t('partners.column.code'),
    cell: ({ name, code }) => (
      <span className={classes.code}>
        {code}
        {mayCopy && <IconButton icon={Copy} label={t('partners.action.copy', { name })} onClick={() => copy(code)} />}
      </span>
    ),
  };
}
