import type { Action, Role } from '@vestibule/contract/platform/access.ts';
import type { ConsoleTexts } from '@vestibule/phrases/en/console-texts.ts';
import type { Icon } from '@vestibule/ui/icons.tsx';
import type { ComponentType } from 'react';

type Sidebar = 'system' | 'partner' | 'company' | 'tenant';

export interface Screen {
  path: `/${string}`;
  link: keyof ConsoleTexts['platform']['shell']['link'];
  icon: Icon;
  sidebar?: Sidebar;
  action: Action;
  roles?: readonly Role[];
  load: () => Promise<ComponentType>;
  isFirst?: true;
  /** For users who are employees too. */
  isOfHosts?: true;
}
