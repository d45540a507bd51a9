import type { Company } from '@vestibule/contract/accounts/company.ts';
import type { CompanyState } from '@vestibule/contract/operation/status.ts';
import { LogOut, Pencil, Trash2 } from '@vestibule/ui/icons.tsx';
import { useMay, useSignedIn } from '@vestibule/web/session.ts';
import type { ConsoleTexts } from '@vestibule/phrases/en/console-texts.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ButtonLink, TextLink } from '../../ui/Link.tsx';
import { DataTable } from '../../ui/list/DataTable.tsx';
import type { Column, RowAction } from '../../ui/list/rows.ts';
import type { CompanyAct } from './CompanyDialogs.tsx';
import classes from './CompanyTable.module.css';
import { useCompanyStates } from './use-companies.ts';

interface CompanyTableProps {
  companies: readonly Company[];
  /** Null for the list of all companies. */
  partnerId: number | null;
  onAct: (act: CompanyAct) => void;
}

export function CompanyTable({ companies, partnerId, onAct }: CompanyTableProps) {
  const { t } = useTranslation();
  const may = useMay();
  const { user } = useSignedIn();
  const states = useCompanyStates(partnerId, companies);

  const actions = (company: Company): RowAction[] => {
    const { name } = company;
    return [
      {
        key: 'leave',
        icon: LogOut,
        label: t('companies.action.leave', { name }),
        onClick: () => onAct({ kind: 'leave', company }),
        isOffered: user.role === 'partner',
      },
      {
        key: 'edit',
        icon: Pencil,
        label: t('companies.action.edit', { name }),
        onClick: () => onAct({ kind: 'edit', company }),
        isOffered: may('company.rename'),
      },
      {
        key: 'delete',
        icon: Trash2,
        label: t('companies.action.delete', { name }),
        onClick: () => onAct({ kind: 'delete', company }),
        danger: true,
        isOffered: may('company.delete'),
      },
    ].filter(({ isOffered }) => isOffered);
  };

  return (
    <DataTable
      label={t('companies.title')}
      columns={[companyName(t), ...(partnerId === null ? [] : stateColumns(t, states)), manageColumn(t)]}
      rows={companies}
      rowKey={({ id }) => id}
      rowActions={actions}
    />
  );
}

function manageColumn(t: TFunction): Column<Company> {
  return {
    key: 'manage',
    title: t('companies.manage'),
    width: '1%',
    align: 'end',
    hasHiddenTitle: true,
    cell: ({ id, name }) => (
      <ButtonLink
        to={`/company/${id}/visitors`}
        variant="secondary"
        size="small"
        aria-label={t('companies.manageNamed', { name })}
      >
        {t('companies.manage')}
      </ButtonLink>
    ),
  };
}

type States = ReadonlyMap<number, CompanyState>;

/** A number links to the rows that it counts, if partners may see them. */
function stateColumns(t: TFunction, states: States): Column<Company>[] {
  const column = (
    key: keyof ConsoleTexts['accounts']['companies']['state'],
    count: (state: CompanyState) => number,
    { path, of, isWrong = false }: { path?: string; of?: (state: CompanyState) => number; isWrong?: boolean },
  ): Column<Company> => ({
    key,
    title: t(`companies.state.${key}`),
    align: 'end',
    cell: ({ id }) => {
      const state = states.get(id);
      // Keeps its line on a card until the states load.
      if (!state) return '\u00a0';
      const number = of ? t('companies.countOf', { count: count(state), all: of(state) }) : count(state);
      const text = <span className={isWrong && count(state) > 0 ? classes.wrong : undefined}>{number}</span>;
      return path === undefined || count(state) === 0 ? (
        text
      ) : (
        <TextLink to={`/company/${id}/${path}`}>{text}</TextLink>
      );
    },
  });
  return [
    column('inside', ({ inside }) => inside, { path: 'visitors' }),
    column('kiosksOffline', ({ kiosksOffline }) => kiosksOffline, {
      path: 'kiosks?tab=offline',
      of: ({ kiosks }) => kiosks,
      isWrong: true,
    }),
    column('failedMessages', ({ failedMessages }) => failedMessages, { isWrong: true }),
    column('failingDirectories', ({ failingDirectories }) => failingDirectories, { path: 'tenants', isWrong: true }),
    column('licensesUsed', ({ licensesUsed }) => licensesUsed, { path: 'kiosks' }),
  ];
}

function companyName(t: TFunction): Column<Company> {
  return { key: 'name', title: t('companies.company'), cell: ({ name }) => <strong>{name}</strong> };
}
