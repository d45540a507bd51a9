import type { LicenseFolder } from '@vestibule/contract/kiosks/license.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { Download, Plus } from '@vestibule/ui/icons.tsx';
import { useTranslation } from 'react-i18next';
import { Pager } from '../../ui/list/Pager.tsx';
import type { ListState } from '../../ui/list/use-list-state.ts';
import { usePages } from '../../ui/list/use-pages.ts';
import type { Selection } from '../../ui/list/use-selection.ts';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.ts';
import classes from './license.module.css';
import type { LicenseAct } from './LicenseDialogs.tsx';
import { LicenseTable } from './LicenseTable.tsx';
import { useExportLicenses, useLicenses } from './use-licenses.ts';

interface LicensesOfFolderProps {
  folder: LicenseFolder;
  list: Pick<ListState, 'search' | 'setSearch'>;
  selection: Selection;
  onAct: (act: LicenseAct) => void;
}

export function LicensesOfFolder({ folder, list, selection, onAct }: LicensesOfFolderProps) {
  const { t } = useTranslation();
  const pages = usePages();
  const { search, setSearch } = list;
  const licenses = useLicenses(folder.id, { ...pages.query, ...(search && { search }) });

  const exporting = useExport();

  const addButton = (
    <Button
      variant="flat"
      size="small"
      icon={<Plus size={16} aria-hidden />}
      onClick={() => onAct({ kind: 'addKeys', folder })}
    >
      {t('licenses.key.adding.open')}
    </Button>
  );

  return (
    <div className={classes.licenses}>
      {search && <p className={classes.matching}>{t('licenses.key.matching', { search })}</p>}
      <Loaded
        query={licenses}
        list={{ search, setSearch, from: pages.from, first: pages.first }}
        empty={{ title: t('licenses.key.none'), help: t('licenses.key.noneHelp'), action: addButton }}
      >
        {(rows, page) => {
          const free = rows
            .filter(({ mac, id }) => mac === null && !selection.ids.has(id))
            .map(({ id }) => ({ id, group: folder.id }));
          return (
            <>
              <LicenseTable
                folder={folder}
                licenses={rows}
                selection={selection}
                steady={`${search} ${pages.from}`}
                onAct={onAct}
              />
              <div className={classes.foot}>
                <div className={classes.tools} tabIndex={-1} data-keeps-focus>
                  <Button
                    variant="flat"
                    size="small"
                    onClick={() => selection.add(free)}
                    disabled={free.length === 0 || selection.isFull}
                  >
                    {t('licenses.key.selection.page')}
                  </Button>
                  {addButton}
                  <Button
                    variant="flat"
                    size="small"
                    icon={<Download size={16} aria-hidden />}
                    onClick={() => exporting.start(folder)}
                    loading={exporting.isRunning}
                    once
                  >
                    {t('licenses.folder.exporting.open')}
                  </Button>
                </div>
                <Pager list={pages} page={page} shown={rows.length} />
              </div>
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

function useExport() {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { mutate, isPending } = useExportLicenses();
  return {
    start: ({ id, name }: LicenseFolder) =>
      mutate(id, {
        onSuccess: (csv) => saveFile(`${name}.csv`, 'text/csv;charset=utf-8', csv),
        onError: (error) => toast(t('licenses.folder.exporting.failed', { name, problem: problemText(error) })),
      }),
    isRunning: isPending,
  };
}
