import { searchMinimum } from '@vestibule/contract/values.ts';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Button } from '../ui/Button.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Mantine } from '../ui/Mantine.tsx';
import { Page } from '../ui/Page.tsx';
import { Pager } from '../ui/Pager.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { saveFile } from '../ui/save-file.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { toast } from '../ui/toast.ts';
import { useListState } from '../ui/use-list-state.ts';
import { Arrivals } from './Arrivals.tsx';
import { type FilterChange, noFilter, readFilter, writeFilter } from './history-filter.ts';
import { HistoryFilters } from './HistoryFilters.tsx';
import { HistoryTable } from './HistoryTable.tsx';
import { useExportVisits, usePastVisits } from './use-history.ts';

interface HistoryScreenProps {
  companyId: number;
  /** The tenant whose visits alone can be seen, where it is one tenant's history. */
  onlyTenantId?: number;
}

/** Who was here, as far as it is still kept, and how many came. */
export function HistoryScreen({ companyId, onlyTenantId }: HistoryScreenProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const [params, setParams] = useSearchParams();
  const list = useListState();
  const filter = readFilter(params);
  const visits = usePastVisits(companyId, filter, list.query);
  const exporting = useExportVisits(companyId);

  const isNarrowed = Object.keys(filter).length > 0;
  const narrow = (change: FilterChange) => setParams(writeFilter(params, change), { replace: true });
  const clear = () => narrow(noFilter);
  const save = () =>
    exporting.mutate(
      { ...filter, ...(list.search && { search: list.search }) },
      {
        onSuccess: (csv) =>
          saveFile(`visits-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv;charset=utf-8', csv),
        onError: (error) => toast(t('history.exportFailed', { problem: problemText(error) })),
      },
    );

  return (
    <Page
      title={t('history.title')}
      actions={
        <Button
          variant="secondary"
          leftSection={<Download size={18} aria-hidden />}
          onClick={save}
          loading={exporting.isPending}
        >
          {t('history.export')}
        </Button>
      }
    >
      <Mantine>
        <HistoryFilters
          companyId={companyId}
          onlyTenantId={onlyTenantId}
          filter={filter}
          onNarrow={narrow}
          onClear={isNarrowed ? clear : null}
        />
      </Mantine>
      <Arrivals companyId={companyId} filter={filter} withTenants={onlyTenantId === undefined} />
      <SearchField
        value={list.search}
        onSearch={list.setSearch}
        label={t('history.search')}
        minimum={searchMinimum.company}
      />
      <Loaded
        query={visits}
        list={list}
        empty={
          isNarrowed
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
            <HistoryTable visits={rows} withTenant={onlyTenantId === undefined} />
            <Pager list={list} page={page} shown={rows.length} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
