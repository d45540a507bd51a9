import type { Partner } from '@vestibule/contract/accounts/partner.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { Unlink } from '@vestibule/ui/icons.tsx';
import { useMay } from '@vestibule/web/session.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { useTarget } from '../../ui/dialog/use-target.ts';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { Pager } from '../../ui/list/Pager.tsx';
import type { RowAction } from '../../ui/list/rows.ts';
import { useListState } from '../../ui/list/use-list-state.ts';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { administerPartner, manageColumn } from './partner-rows.tsx';
import { type PartnerAct, PartnerDialogs } from './PartnerDialogs.tsx';
import { PartnerTable } from './PartnerTable.tsx';
import { useCompanyPartners } from './use-partners.ts';

const AddPartnerDialog = lazyDialog(async () => (await import('./dialogs.tsx')).AddPartnerDialog);
const UnassignDialog = lazyDialog(async () => (await import('./dialogs.tsx')).UnassignDialog);

export function CompanyPartnersScreen({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const list = useListState();
  const partners = useCompanyPartners(companyId, list.query);
  const isAdministrator = useMay()('partner.administer');
  const act = useTarget<PartnerAct>();
  const unassigning = useTarget<Partner>();
  const [adding, setAdding] = useState(false);
  const add = () => setAdding(true);
  useShortcut('n', t('partners.adding.open'), add);
  const addButton = <Button onClick={add}>{t('partners.adding.open')}</Button>;

  const actions = (partner: Partner): RowAction[] => {
    const unassign: RowAction = {
      key: 'unassign',
      icon: Unlink,
      label: t('partners.action.unassign', { name: partner.name }),
      onClick: () => unassigning.open(partner),
      danger: true,
    };
    if (!isAdministrator) return [unassign];
    const { edit, remove } = administerPartner(t, partner, act.open);
    return [edit, unassign, remove];
  };

  return (
    <Page title={t('partners.title')} actions={addButton}>
      <Loaded
        query={partners}
        list={list}
        empty={{ title: t('partners.none'), help: t('partners.noneOfCompanyHelp'), action: addButton }}
      >
        {(rows, page) => (
          <>
            <PartnerTable
              partners={rows}
              rowActions={actions}
              {...(isAdministrator && { further: [manageColumn(t)] })}
            />
            <Pager list={list} page={page} shown={rows.length} />
          </>
        )}
      </Loaded>
      <AddPartnerDialog opened={adding} onClose={() => setAdding(false)} companyId={companyId} />
      <UnassignDialog {...unassigning.dialog} companyId={companyId} />
      <PartnerDialogs {...act.dialog} />
    </Page>
  );
}
