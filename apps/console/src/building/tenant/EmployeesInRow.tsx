import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { fold } from '@vestibule/web/fold.ts';
import { useTranslation } from 'react-i18next';
import { usePages } from '../../ui/list/use-pages.ts';
import type { EmployeeAct } from './EmployeeDialogs.tsx';
import classes from './EmployeesInRow.module.css';
import { EmployeesOfTenant } from './EmployeesOfTenant.tsx';

interface EmployeesInRowProps {
  tenant: Tenant;
  /** What found the tenant: the employees that match it are shown, or all where the tenant's own name does. */
  search: string;
  onSearch: (search: string) => void;
  onAct: (act: EmployeeAct) => void;
}

/** The employees of a tenant below its row. */
export function EmployeesInRow({ tenant, search, onSearch, onAct }: EmployeesInRowProps) {
  const { t } = useTranslation();
  const pages = usePages();
  const isFoundByName = fold(tenant.name).includes(fold(search));
  const words = isFoundByName ? '' : search;
  const query = { ...pages.query, ...(words && { search: words }) };

  return (
    <>
      {words && <p className={classes.matching}>{t('employees.matching', { search: words })}</p>}
      <EmployeesOfTenant tenant={tenant} list={{ ...pages, query, search: words, setSearch: onSearch }} onAct={onAct} />
    </>
  );
}
