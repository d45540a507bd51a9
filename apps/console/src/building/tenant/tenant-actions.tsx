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
  type Icon,
} from '@vestibule/ui/icons.tsx';
import type { ComponentType } from 'react';
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { integrationDialogs } from '../directory/use-integration.tsx';
import { imageDialogs } from '../image/use-image-dialogs.tsx';

/** An entry of a tenant's menu: it opens a dialog about the tenant, or leads to a screen. */
export interface TenantAction {
  /** The text of the entry, below `tenants.action`. */
  key: keyof ConsoleTexts['building']['tenants']['action'];
  icon: Icon;
  /** The permission it takes. */
  action: Action;
  danger?: true;
  /** Where a permission is not enough: the tenants that have it. */
  isOffered?: (tenant: Tenant) => boolean;
  Dialog?: ComponentType<TargetDialog<Tenant>>;
  to?: (tenant: Tenant) => string;
}

/** Everything that can be done with a tenant, in the order of its menu. */
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
    key: 'synchronise',
    icon: RefreshCw,
    action: 'directory.connect',
    isOffered: ({ type }) => type !== null,
    Dialog: integrationDialogs.Synchronise,
  },
  {
    key: 'deliveryPhones',
    icon: PhoneCall,
    action: 'tenant.deliveryPhones',
    Dialog: lazyDialog(async () => (await import('./dialogs.tsx')).DeliveryPhonesDialog),
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

/** Something that is begun in the menu of a tenant. */
export interface TenantAct {
  kind: TenantAction['key'];
  tenant: Tenant;
}
