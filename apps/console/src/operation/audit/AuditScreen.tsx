import { useMutation, useQuery } from '@tanstack/react-query';
import { exportAuditEntries, listAuditEntries } from '@vestibule/contract/operation/audit.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { call } from '@vestibule/web/call.ts';
import { pageOf } from '@vestibule/web/query.ts';
import { useTranslation } from 'react-i18next';
import { useFilter } from '../../ui/list/address-filter.ts';
import { ExportButton } from '../../ui/list/ExportButton.tsx';
import { Pager } from '../../ui/list/Pager.tsx';
import { type PageQuery, useListState } from '../../ui/list/use-list-state.ts';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { type AuditFilter, auditFilter } from './audit-filter.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';

export function AuditScreen({ companyId }: { companyId?: number }) {
  const { t } = useTranslation();
  const list = useListState();
  const { filter, narrow, clear } = useFilter(auditFilter);
  const entries = useAuditEntries(companyId, filter, list.query);
  const exporting = useExportAudit(companyId);

  return (
    <Page
      title={t('audit.title')}
      actions={
        <ExportButton
          label={t('audit.export')}
          name="audit-log"
          exporting={exporting}
          input={filter}
          failed={(problem) => t('audit.exportFailed', { problem })}
        />
      }
    >
      <AuditFilters
        companyId={companyId ?? null}
        filter={filter}
        onNarrow={narrow}
        onClear={clear}
        entries={entries.data?.rows ?? []}
      />
      <Loaded
        query={entries}
        list={list}
        empty={
          clear
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
              onActor={(filter.userId ?? filter.kioskId) === undefined ? narrow : null}
            />
            <Pager list={list} page={page} shown={rows.length} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function useAuditEntries(companyId: number | undefined, filter: AuditFilter, { limit, cursor }: PageQuery) {
  const query = { ...inCompany(companyId), ...filter, limit, ...(cursor && { cursor }) };
  return useQuery(pageOf(listAuditEntries, { query }));
}

function useExportAudit(companyId: number | undefined) {
  return useMutation({
    mutationFn: async (filter: AuditFilter) =>
      (await call(exportAuditEntries, { query: { ...inCompany(companyId), ...filter } })).csv,
  });
}

function inCompany(companyId: number | undefined) {
  return companyId === undefined ? {} : { companyId };
}
