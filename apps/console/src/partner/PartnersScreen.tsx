import type { Partner } from '@vestibule/contract/partner.ts';
import { searchMinimum } from '@vestibule/contract/values.ts';
import type { TFunction } from 'i18next';
import { Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Page } from '../ui/Page.tsx';
import { Pager } from '../ui/Pager.tsx';
import type { Column, RowAction } from '../ui/rows.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { useShortcut } from '../ui/shortcuts.ts';
import { useListState } from '../ui/use-list-state.ts';
import { useTarget } from '../ui/use-target.ts';
import { PartnerTable } from './PartnerTable.tsx';
import { useAllPartners } from './use-partners.ts';

const CreatePartnerDialog = lazyDialog(async () => (await import('./dialogs.ts')).CreatePartnerDialog);
const EditPartnerDialog = lazyDialog(async () => (await import('./dialogs.ts')).EditPartnerDialog);
const DeletePartnerDialog = lazyDialog(async () => (await import('./dialogs.ts')).DeletePartnerDialog);

type PartnerAct = { kind: 'create' } | { kind: 'edit' | 'delete'; partner: Partner };

/** Every partner of the system, for a superAdmin. */
export function PartnersScreen() {
  const { t } = useTranslation();
  const list = useListState();
  const partners = useAllPartners(list.query);
  const act = useTarget<PartnerAct>();
  const create = () => act.open({ kind: 'create' });
  useShortcut('n', t('partners.creating.open'), create);
  const createButton = <Button onClick={create}>{t('partners.creating.open')}</Button>;

  const { target, opened, onClose } = act.dialog;
  const dialog = (kind: PartnerAct['kind']) => ({ opened: opened && target?.kind === kind, onClose });
  const partner = target && 'partner' in target ? target.partner : null;

  const actions = (row: Partner): RowAction[] => [
    {
      key: 'edit',
      icon: Pencil,
      label: t('partners.action.edit', { name: row.name }),
      onClick: () => act.open({ kind: 'edit', partner: row }),
    },
    {
      key: 'delete',
      icon: Trash2,
      label: t('partners.action.delete', { name: row.name }),
      onClick: () => act.open({ kind: 'delete', partner: row }),
      danger: true,
    },
  ];

  return (
    <Page title={t('partners.title')} actions={createButton}>
      <SearchField list={list} label={t('partners.search')} minimum={searchMinimum.system} />
      <Loaded
        query={partners}
        list={list}
        empty={{ title: t('partners.none'), help: t('partners.noneHelp'), action: createButton }}
      >
        {(rows, page) => (
          <>
            <PartnerTable partners={rows} rowActions={actions} further={[manageColumn(t)]} />
            <Pager list={list} page={page} shown={rows.length} />
          </>
        )}
      </Loaded>
      <CreatePartnerDialog {...dialog('create')} />
      <EditPartnerDialog {...dialog('edit')} target={partner} />
      <DeletePartnerDialog {...dialog('delete')} target={partner} />
    </Page>
  );
}

function manageColumn(t: TFunction): Column<Partner> {
  return {
    key: 'manage',
    title: t('partners.manage'),
    width: '1%',
    align: 'end',
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
