import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import type { Action } from '@vestibule/contract/platform/access.ts';
import type { ConsoleTexts } from '@vestibule/phrases/en/console-texts.ts';
import {
  FolderSync,
  ImageIcon,
  Pencil,
  PhoneCall,
  RefreshCw,
  SlidersHorizontal,
  Trash2,
  UsersRound,
  type Icon,
} from '@vestibule/ui/icons.tsx';
import type { ComponentType } from 'react';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { integrationDialogs } from '../directory/use-integration.tsx';
import { imageDialogs } from '../image/use-image-dialogs.tsx';

export interface TenantAction {
  key: keyof ConsoleTexts['building']['tenants']['action'];
  icon: Icon;
  action: Action;
  danger?: true;
  isOffered?: (tenant: Tenant) => boolean;
  Dialog?: ComponentType<TargetDialog<Tenant>>;
  to?: (tenant: Tenant) => string;
}

export const tenantActions: readonly TenantAction[] = [
  {
    key: 'rename',
    icon: Pencil,
    action: 'tenant.manage',
    Dialog: lazyDialog(async () => (await import('./dialogs.tsx')).RenameTenantDialog),
  },
  {
    key: 'logo',
    icon: ImageIcon,
    action: 'tenant.logo',
    Dialog: imageDialogs.Logo,
  },
  {
    key: 'integration',
    icon: FolderSync,
    action: 'directory.connect',
    Dialog: integrationDialogs.Integration,
  },
  {
    key: 'synchronize',
    icon: RefreshCw,
    action: 'directory.connect',
    isOffered: ({ type }) => type !== null,
    Dialog: integrationDialogs.Synchronize,
  },
  {
    key: 'deliveryPhones',
    icon: PhoneCall,
    action: 'tenant.deliveryPhones',
    Dialog: lazyDialog(async () => (await import('./dialogs.tsx')).DeliveryPhonesDialog),
  },
  {
    key: 'backupEmployee',
    icon: UsersRound,
    action: 'tenant.backupEmployee',
    Dialog: lazyDialog(async () => (await import('./dialogs.tsx')).BackupEmployeeDialog),
  },
  {
    key: 'ownSettings',
    icon: SlidersHorizontal,
    action: 'tenantSettings.change',
    isOffered: ({ enableCustomSettings }) => enableCustomSettings,
    to: ({ id }) => `/tenants/${id}/settings`,
  },
  {
    key: 'delete',
    icon: Trash2,
    action: 'tenant.manage',
    danger: true,
    Dialog: lazyDialog(async () => (await import('./dialogs.tsx')).DeleteTenantDialog),
  },
];

export interface TenantAct {
  kind: TenantAction['key'];
  tenant: Tenant;
}
