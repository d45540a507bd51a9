import { focusOrigin } from '@vestibule/ui/focus-back.ts';
import { useMediaQuery } from '@vestibule/ui/hooks.ts';
import { ChevronDown, ListFilter, X } from '@vestibule/ui/icons.tsx';
import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { lazy, Suspense, useLayoutEffect, useRef } from 'react';
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
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** On a phone, the menu of the page opens it, and only a chosen tenant takes a line. */
export function TenantFilter({ companyId, tenantId, onTenant, isOpen, onOpen, onClose }: TenantFilterProps) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 47.9375em)');
  const button = useRef<HTMLButtonElement>(null);
  const opener = useRef<Element>(null);
  const { data: tenant } = useTenant(tenantId);

  useLayoutEffect(() => {
    if (isOpen) opener.current = focusOrigin();
  }, [isOpen]);

  const close = () => {
    onClose();
    setTimeout(() => {
      const target = button.current ?? opener.current;
      if (target instanceof HTMLElement) target.focus();
    });
  };
  if (isPhone && tenantId === null && !isOpen) return null;
  const closed = (
    <button
      ref={button}
      type="button"
      className={classes.button}
      aria-haspopup="listbox"
      aria-label={t('visitors.tenantFilter.label', { tenant: tenant?.name ?? t('visitors.tenantFilter.all') })}
      onClick={onOpen}
    >
      <ListFilter size={16} aria-hidden />
      <span className={classes.name} title={tenant?.name}>
        {tenantId === null ? t('visitors.tenantFilter.all') : tenant?.name}
      </span>
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
            onLeave={onClose}
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
