import { can } from '@vestibule/contract/platform/access.ts';
import {
  Check,
  ChevronDown,
  DoorOpen,
  KeyRound,
  Languages,
  LogOut,
  Monitor,
  MonitorSmartphone,
  Moon,
  ShieldCheck,
  Sun,
  UserRound,
} from '@vestibule/ui/icons.tsx';
import { useSignedIn } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import { displayName } from '../../shell/use-organisation.ts';
import { Email } from '../../ui/Email.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { wouldLose } from '../../ui/form/unload-question.ts';
import { chooseColorScheme, useColorScheme } from '../../ui/use-color-scheme.ts';
import { useMenu } from '../../ui/use-menu.ts';
import { useLogOut } from './use-log-out.ts';
import type { UserDialog } from './UserDialogs.tsx';
import classes from './UserMenu.module.css';

const schemes = [
  { value: 'auto', icon: Monitor },
  { value: 'light', icon: Sun },
  { value: 'dark', icon: Moon },
] as const;

interface UserMenuProps {
  /** Opens a dialog, which stands outside: the menu itself may go with the drawer that it is in. */
  onOpen: (dialog: UserDialog) => void;
}

/** Who is signed in, and what they may do about it: account, password, second step, sessions, language, appearance, logging out. */
export function UserMenu({ onOpen }: UserMenuProps) {
  const { t } = useTranslation();
  const session = useSignedIn();
  const logOut = useLogOut();
  const { chosen } = useColorScheme();
  const { isOpen, container, button, menu, close } = useMenu();
  const { email, role } = session.user;
  // A partner leaves in the list of its companies, reception and tenant users in the account dialog.
  const canLeave = can(session.user, 'company.leave') && role === 'company';
  const name = displayName(session);
  const leave = () => (wouldLose() ? open('logOut') : logOut());

  const open = (dialog: UserDialog) => {
    close();
    onOpen(dialog);
  };

  return (
    <div className={classes.container} ref={container}>
      <button type="button" className={classes.target} {...button}>
        <span className={classes.initial} aria-hidden>
          {[...name][0]?.toUpperCase()}
        </span>
        <span className={classes.who}>
          {name !== email && <span className={classes.name}>{name}</span>}
          <span className={classes.email}>
            <Email address={email} />
          </span>
        </span>
        <ChevronDown className={classes.chevron} size={16} aria-hidden />
      </button>
      {isOpen && (
        <Menu className={classes.menu} aria-label={t('shell.userMenu', { name })} {...menu}>
          <MenuItem icon={KeyRound} label={t('session.password.title')} onClick={() => open('password')} />
          <MenuItem icon={ShieldCheck} label={t('session.secondFactor.title')} onClick={() => open('secondFactor')} />
          <MenuItem icon={MonitorSmartphone} label={t('session.sessions.title')} onClick={() => open('sessions')} />
          <MenuItem icon={UserRound} label={t('session.account.title')} onClick={() => open('account')} />
          <MenuItem icon={Languages} label={t('shell.language.title')} onClick={() => open('language')} />
          <div className={classes.group} role="group" aria-label={t('shell.colorScheme.title')}>
            {schemes.map(({ value, icon }) => (
              <MenuItem
                key={value}
                icon={icon}
                label={t(`shell.colorScheme.${value}`)}
                role="menuitemradio"
                aria-checked={chosen === value}
                onClick={() => chooseColorScheme(value)}
              >
                {chosen === value && <Check size={16} aria-hidden />}
              </MenuItem>
            ))}
          </div>
          {canLeave && <MenuItem icon={DoorOpen} label={t('session.leaving.title')} onClick={() => open('leave')} />}
          <MenuItem icon={LogOut} label={t('shell.logOut')} onClick={leave} />
        </Menu>
      )}
    </div>
  );
}
