import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../ui/list/ExportButton.tsx';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pager } from '../../ui/list/Pager.tsx';
import { SearchField } from '../../ui/list/SearchField.tsx';
import { useFilter } from '../../ui/list/address-filter.ts';
import { useListState } from '../../ui/list/use-list-state.ts';
import { Arrivals } from './Arrivals.tsx';
import { historyFilter } from './history-filter.ts';
import { HistoryFilters } from './HistoryFilters.tsx';
import { HistoryTable } from './HistoryTable.tsx';
import { useExportVisits, usePastVisits } from './use-history.ts';

interface HistoryScreenProps {
  companyId: number;
  /** Set in the history of one tenant. */
  onlyTenantId?: number;
}

export function HistoryScreen({ companyId, onlyTenantId }: HistoryScreenProps) {
  const { t } = useTranslation();
  const list = useListState();
  const { filter, narrow, clear } = useFilter(historyFilter);
  const visits = usePastVisits(companyId, filter, list.query);
  const exporting = useExportVisits(companyId);

  return (
    <Page
      title={t('history.title')}
      actions={
        <ExportButton
          label={t('history.export')}
          name="visits"
          exporting={exporting}
          input={{ ...filter, ...(list.search && { search: list.search }) }}
          failed={(problem) => t('history.exportFailed', { problem })}
        />
      }
    >
      <HistoryFilters
        companyId={companyId}
        onlyTenantId={onlyTenantId}
        filter={filter}
        onNarrow={narrow}
        onClear={clear}
      />
      <Arrivals companyId={companyId} filter={filter} withTenants={onlyTenantId === undefined} />
      <SearchField list={list} label={t('history.search')} minimum={searchMinimum.company} />
      <Loaded
        query={visits}
        list={list}
        empty={
          clear
            ? {
                title: t('history.noMatch'),
                help: t('history.noMatchHelp'),
                action: (
                  <Button variant="secondary" onClick={clear}>
                    {t('history.filter.clear')}
                  </Button>
                ),
              }
            : { title: t('history.none'), help: t('history.noneHelp') }
        }
      >
        {(rows, page) => (
          <>
            <HistoryTable companyId={companyId} visits={rows} withTenant={onlyTenantId === undefined} />
            <Pager list={list} page={page} shown={rows.length} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
