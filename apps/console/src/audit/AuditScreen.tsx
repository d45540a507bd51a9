import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Button } from '../ui/Button.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Page } from '../ui/Page.tsx';
import { Pager } from '../ui/Pager.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { saveFile } from '../ui/save-file.ts';
import { toast } from '../ui/toast.ts';
import { useListState } from '../ui/use-list-state.ts';
import { type FilterChange, noFilter, readFilter, writeFilter } from './audit-filter.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';
import { useAuditEntries, useExportAudit } from './use-audit.ts';

/** Who did what, and when: in a company, or everywhere for a superAdmin. */
export function AuditScreen({ companyId }: { companyId?: number }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const [params, setParams] = useSearchParams();
  const list = useListState();
  const filter = readFilter(params);
  const entries = useAuditEntries(companyId, filter, list.query);
  const exporting = useExportAudit(companyId);

  const isNarrowed = Object.keys(filter).length > 0;
  const narrow = (change: FilterChange) => setParams(writeFilter(params, change), { replace: true });
  const clear = () => narrow(noFilter);
  const save = () =>
    exporting.mutate(filter, {
      onSuccess: (csv) =>
        saveFile(`audit-log-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv;charset=utf-8', csv),
      onError: (error) => toast(t('audit.exportFailed', { problem: problemText(error) })),
    });

  return (
    <Page
      title={t('audit.title')}
      actions={
        <Button
          variant="secondary"
          leftSection={<Download size={18} aria-hidden />}
          onClick={save}
          loading={exporting.isPending}
        >
          {t('audit.export')}
        </Button>
      }
    >
      <AuditFilters
        filter={filter}
        onNarrow={narrow}
        onClear={isNarrowed ? clear : null}
        entries={entries.data?.rows ?? []}
      />
      <Loaded
        query={entries}
        list={list}
        empty={
          isNarrowed
            ? {
                title: t('audit.noMatch'),
                help: t('audit.noMatchHelp'),
                action: (
                  <Button variant="secondary" onClick={clear}>
                    {t('audit.filter.clear')}
                  </Button>
                ),
              }
            : { title: t('audit.none'), help: t('audit.noneHelp') }
        }
      >
        {(rows, page) => (
          <>
            <AuditTable
              entries={rows}
              withCompany={companyId === undefined}
              onUser={filter.userId === undefined ? (userId) => narrow({ userId }) : null}
            />
            <Pager list={list} page={page} shown={rows.length} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
