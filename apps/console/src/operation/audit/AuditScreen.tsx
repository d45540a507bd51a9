import { Button } from '@vestibule/ui/Button.tsx';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../ui/list/ExportButton.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pager } from '../../ui/list/Pager.tsx';
import { useFilter } from '../../ui/list/address-filter.ts';
import { useListState } from '../../ui/list/use-list-state.ts';
import { auditFilter } from './audit-filter.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';
import { useAuditEntries, useExportAudit } from './use-audit.ts';

/** Who did what, and when: in a company, or everywhere for a superAdmin. */
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
          asked={filter}
          failed={(problem) => t('audit.exportFailed', { problem })}
        />
      }
    >
      <AuditFilters filter={filter} onNarrow={narrow} onClear={clear} entries={entries.data?.rows ?? []} />
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
