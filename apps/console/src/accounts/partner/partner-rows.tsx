import type { Partner } from '@vestibule/contract/accounts/partner.ts';
import { Pencil, Trash2 } from '@vestibule/ui/icons.tsx';
import type { TFunction } from 'i18next';
import { ButtonLink } from '../../ui/Link.tsx';
import type { Column, RowAction } from '../../ui/list/rows.ts';
import type { PartnerAct } from './PartnerDialogs.tsx';

export function administerPartner(t: TFunction, partner: Partner, open: (act: PartnerAct) => void) {
  const { name } = partner;
  const edit: RowAction = {
    key: 'edit',
    icon: Pencil,
    label: t('partners.action.edit', { name }),
    onClick: () => open({ kind: 'edit', partner }),
  };
  const remove: RowAction = {
    key: 'delete',
    icon: Trash2,
    label: t('partners.action.delete', { name }),
    onClick: () => open({ kind: 'delete', partner }),
    danger: true,
  };
  return { edit, remove };
}

export function manageColumn(t: TFunction): Column<Partner> {
  return {
    key: 'manage',
    title: t('partners.manage'),
    width: '1%',
    align: 'end',
    hasHiddenTitle: true,
    cell: ({ id, name }) => (
      <ButtonLink
        to={`/partner/${id}/companies`}
        variant="secondary"
        size="small"
        aria-label={t('partners.manageNamed', { name })}
      >
        {t('partners.manage')}
      </ButtonLink>
    ),
  };
}
