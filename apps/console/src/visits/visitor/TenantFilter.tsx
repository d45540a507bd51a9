import { ChevronDown, ListFilter, X } from '@vestibule/ui/icons.tsx';
import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTenant } from '../../building/tenant/use-tenant.ts';
import { loadLater } from '../../ui/load-later.ts';
import classes from './TenantFilter.module.css';

const TenantChoice = lazy(() =>
  loadLater(async () => ({ default: (await import('./TenantChoice.tsx')).TenantChoice })),
);

interface TenantFilterProps {
  companyId: number;
  tenantId: number | null;
  onTenant: (tenantId: number | null) => void;
}

export function TenantFilter({ companyId, tenantId, onTenant }: TenantFilterProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { data: tenant } = useTenant(tenantId);

  const close = () => {
    setOpen(false);
    setTimeout(() => button.current?.focus());
  };
  const closed = (
    <button
      ref={button}
      type="button"
      className={classes.button}
      data-empty={tenantId === null || undefined}
      aria-haspopup="listbox"
      aria-label={t('visitors.tenantFilter.label', { tenant: tenant?.name ?? t('visitors.tenantFilter.all') })}
      onClick={() => setOpen(true)}
    >
      <ListFilter size={16} aria-hidden />
      <span className={classes.name}>{tenantId === null ? t('visitors.tenantFilter.all') : tenant?.name}</span>
      <ChevronDown size={16} aria-hidden />
    </button>
  );
  return (
    <div className={classes.filter}>
      {isOpen ? (
        <Suspense fallback={closed}>
          <TenantChoice
            companyId={companyId}
            chosen={tenant ?? null}
            onTenant={(id) => {
              onTenant(id);
              close();
            }}
            onClose={close}
            onLeave={() => setOpen(false)}
          />
        </Suspense>
      ) : (
        closed
      )}
      {tenantId !== null && !isOpen && (
        <IconButton icon={X} label={t('visitors.tenantFilter.clear')} onClick={() => onTenant(null)} />
      )}
    </div>
  );
}
