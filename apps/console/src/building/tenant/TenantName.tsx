import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { Pencil } from '@vestibule/ui/icons.tsx';
import { useMay } from '@vestibule/web/session.ts';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/Link.tsx';
import { RenameTenant } from './RenameTenant.tsx';
import classes from './tenant.module.css';

interface TenantNameProps {
  tenant: Tenant;
  isLink?: boolean;
}

export function TenantName({ tenant, isLink = false }: TenantNameProps) {
  const { t } = useTranslation();
  const may = useMay();
  const [isRenaming, setRenaming] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);

  if (isRenaming) {
    const close = () => {
      flushSync(() => setRenaming(false));
      pencil.current?.focus();
    };
    return <RenameTenant tenant={tenant} onClose={close} />;
  }

  return (
    <span className={classes.line}>
      {isLink ? (
        <strong className={classes.name}>
          <TextLink to={`/tenants/${tenant.id}`}>{tenant.name}</TextLink>
        </strong>
      ) : (
        <h2 className={classes.name}>{tenant.name}</h2>
      )}
      {may('tenant.manage') && (
        <IconButton
          ref={pencil}
          icon={Pencil}
          label={t('tenants.renaming.open', { name: tenant.name })}
          onClick={() => setRenaming(true)}
        />
      )}
    </span>
  );
}
