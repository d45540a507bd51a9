import type { Company } from '@vestibule/contract/accounts/company.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded, type LoadedQuery } from '../../ui/list/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pager } from '../../ui/list/Pager.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import type { ListState } from '../../ui/list/use-list-state.ts';
import { useTarget } from '../../ui/dialog/use-target.ts';
import { type CompanyAct, CompanyDialogs } from './CompanyDialogs.tsx';
import { CompanyTable } from './CompanyTable.tsx';

interface CompanyListProps {
  companies: LoadedQuery<Company>;
  list: Omit<ListState, 'tab' | 'setTab'>;
  partnerId: number | null;
  children?: ReactNode;
}

export function CompanyList({ companies, list, partnerId, children }: CompanyListProps) {
  const { t } = useTranslation();
  const act = useTarget<CompanyAct>();
  const create = () => act.open({ kind: 'create' });
  useShortcut('n', t('companies.creating.open'), create);
  const createButton = <Button onClick={create}>{t('companies.creating.open')}</Button>;

  return (
    <Page title={t('companies.title')} actions={createButton}>
      {children}
      <Loaded
        query={companies}
        list={list}
        empty={{ title: t('companies.noCompanies'), help: t('companies.noneHelp'), action: createButton }}
      >
        {(rows, page) => (
          <>
            <CompanyTable companies={rows} partnerId={partnerId} onAct={act.open} />
            <Pager list={list} page={page} shown={rows.length} />
          </>
        )}
      </Loaded>
      <CompanyDialogs {...act.dialog} partnerId={partnerId} />
    </Page>
  );
}
