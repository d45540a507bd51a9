import { can } from '@vestibule/contract/platform/access.ts';
import {
  ChevronsUpDown,
  DoorOpen,
  KeyRound,
  Languages,
  LogOut,
  type Icon,
  Monitor,
  MonitorSmartphone,
  Moon,
  ShieldCheck,
  Sun,
  UserRound,
} from '@vestibule/ui/icons.tsx';
import { useSignedIn } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import { displayName } from '../../shell/use-organization.ts';
import { MenuButton } from '../../ui/MenuButton.tsx';
import { wouldLose } from '../../ui/unload-question.ts';
import { chooseColorScheme, useColorScheme } from '../../ui/use-color-scheme.ts';
import { useLogOut } from './use-log-out.ts';
import type { UserDialog } from './UserDialogs.tsx';
import classes from './UserMenu.module.css';

const schemes = [
  { value: 'auto', icon: Monitor },
  { value: 'light', icon: Sun },
  { value: 'dark', icon: Moon },
] as const;

interface UserMenuProps {
  /** Rendered outside the menu, because a drawer may close around the menu. */
  onOpen: (dialog: UserDialog) => void;
}

export function UserMenu({ onOpen }: UserMenuProps) {
  const { t } = useTranslation();
  const session = useSignedIn();
  const logOut = useLogOut();
  const { chosen } = useColorScheme();
  const { email, role } = session.user;
  // Partners leave a company in the list of companies, reception and tenant users in the account dialog.
  const canLeave = can(session.user, 'company.leave') && role === 'company';
  const name = displayName(session);
  const leave = () => {
    if (wouldLose()) onOpen('logOut');
    else void logOut();
  };

  const opens = (dialog: UserDialog, icon: Icon, label: string) => ({
    key: dialog,
    icon,
    label,
    onClick: () => onOpen(dialog),
  });

  return (
    <MenuButton
      className={classes.target}
      label={t('shell.userMenu', { name })}
      entries={[
        opens('password', KeyRound, t('session.password.title')),
        opens('secondFactor', ShieldCheck, t('session.secondFactor.title')),
        opens('sessions', MonitorSmartphone, t('session.sessions.title')),
        opens('account', UserRound, t('session.account.title')),
        opens('language', Languages, t('shell.language.title')),
        {
          key: 'colorScheme',
          label: t('shell.colorScheme.title'),
          chosen,
          options: schemes.map(({ value, icon }) => ({
            key: value,
            icon,
            label: t(`shell.colorScheme.${value}`),
            onClick: () => chooseColorScheme(value),
          })),
        },
        ...(canLeave ? [opens('leave', DoorOpen, t('session.leaving.title'))] : []),
        { key: 'logOut', icon: LogOut, label: t('shell.logOut'), onClick: leave },
      ]}
    >
      <span className={classes.initial} aria-hidden>
        {[...name][0]?.toUpperCase()}
      </span>
      <span className={classes.who}>
        {name !== email && (
          <span className={classes.name} title={name}>
            {name}
          </span>
        )}
        <span className={classes.email} title={email}>
          {email}
        </span>
      </span>
      <ChevronsUpDown className={classes.chevron} size={16} aria-hidden />
    </MenuButton>
  );
}
