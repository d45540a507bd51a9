import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { useMay } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { MenuButton } from '../../ui/MenuButton.tsx';
import { type TenantAct, tenantActions } from './tenant-actions.tsx';

interface TenantMenuProps {
  tenant: Tenant;
  onAct: (act: TenantAct) => void;
}

export function TenantMenu({ tenant, onAct }: TenantMenuProps) {
  const { t } = useTranslation();
  const may = useMay();
  const navigate = useNavigate();

  const entries = tenantActions
    .filter(({ action, isOffered }) => may(action) && (isOffered?.(tenant) ?? true))
    .map(({ key, icon, danger, to }) => ({
      key,
      icon,
      label: t(`tenants.action.${key}`),
      onClick: () => (to ? void navigate(to(tenant)) : onAct({ kind: key, tenant })),
      ...(danger && { isDanger: true }),
    }));

  return entries.length > 0 && <MenuButton label={t('tenants.actionsOf', { name: tenant.name })} entries={entries} />;
}
