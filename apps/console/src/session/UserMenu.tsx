import { Menu, useMantineColorScheme } from '@mantine/core';
import { CallFailed } from '@vestibule/web/call.ts';
import { useSignedIn, useSignOut } from '@vestibule/web/session.ts';
import { ChevronDown, KeyRound, Languages, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { displayName } from '../shell/use-organisation.ts';
import { useProblemText } from '../ui/problem-text.ts';
import { toast } from '../ui/toast.ts';
import classes from './UserMenu.module.css';
import { rememberEnd, tellOtherWindows } from './use-session-end.ts';

const ChangePasswordDialog = lazy(async () => ({
  default: (await import('./ChangePasswordDialog.tsx')).ChangePasswordDialog,
}));
const LanguageDialog = lazy(async () => ({ default: (await import('./LanguageDialog.tsx')).LanguageDialog }));

const schemes = [
  { value: 'auto', icon: Monitor },
  { value: 'light', icon: Sun },
  { value: 'dark', icon: Moon },
] as const;

/** Who is signed in, and what they may do about it: password, language, appearance, logging out. */
export function UserMenu() {
  const { t } = useTranslation();
  const session = useSignedIn();
  const logOut = useLogOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [dialog, setDialog] = useState<'password' | 'language' | null>(null);
  const [visited, setVisited] = useState<readonly string[]>([]);
  const name = displayName(session);

  const open = (which: 'password' | 'language') => {
    setVisited([...visited, which]);
    setDialog(which);
  };
  const close = () => setDialog(null);

  return (
    <>
      <Menu position="bottom-start" width={248} shadow="none">
        <Menu.Target>
          <button type="button" className={classes.target} aria-label={t('shell.userMenu', { name })}>
            <span className={classes.initial} aria-hidden>
              {[...name][0]?.toUpperCase()}
            </span>
            <span className={classes.who}>
              <span className={classes.name}>{name}</span>
              {name !== session.user.email && <span className={classes.email}>{session.user.email}</span>}
            </span>
            <ChevronDown className={classes.chevron} size={16} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<KeyRound size={18} />} onClick={() => open('password')}>
            {t('session.password.title')}
          </Menu.Item>
          <Menu.Item leftSection={<Languages size={18} />} onClick={() => open('language')}>
            {t('shell.language.title')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{t('shell.colorScheme.title')}</Menu.Label>
          <Menu.RadioGroup
            value={colorScheme}
            onChange={(value) => setColorScheme(schemes.find((scheme) => scheme.value === value)?.value ?? 'auto')}
          >
            {schemes.map(({ value, icon: Icon }) => (
              <Menu.RadioItem key={value} value={value} rightSection={<Icon size={18} />} closeMenuOnClick={false}>
                {t(`shell.colorScheme.${value}`)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item leftSection={<LogOut size={18} />} onClick={logOut}>
            {t('shell.logOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {visited.includes('password') && <ChangePasswordDialog opened={dialog === 'password'} onClose={close} />}
        {visited.includes('language') && <LanguageDialog opened={dialog === 'language'} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Logs out here and in the other windows. Fails only where the server cannot be told: then one is still signed in. */
function useLogOut() {
  const signOut = useSignOut();
  const problemText = useProblemText();
  return async () => {
    rememberEnd('loggedOut');
    try {
      await signOut.mutateAsync();
      tellOtherWindows('signedOut');
    } catch (error) {
      // A session that was over already is as good.
      if (error instanceof CallFailed && error.status === 401) return;
      rememberEnd(null);
      toast(problemText(error));
    }
  };
}
