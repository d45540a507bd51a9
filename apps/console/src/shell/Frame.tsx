import { Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSignedIn } from '@vestibule/web/session.ts';
import { Menu } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useNavigation } from 'react-router';
import { IconButton } from '../ui/IconButton.tsx';
import { ShortcutHelp } from '../ui/ShortcutHelp.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import classes from './Frame.module.css';
import { NotFound } from './NotFound.tsx';
import { Rail } from './Rail.tsx';
import { useOrganisation } from './use-organisation.ts';

/** What stays while the screens change: the rail (on a phone a drawer), the banner, and the place for the screen. */
export function Frame({ userMenu }: { userMenu: ReactNode }) {
  const { t } = useTranslation();
  const session = useSignedIn();
  const organisation = useOrganisation(session);
  const [opened, drawer] = useDisclosure();
  const isLoading = useNavigation().state === 'loading';

  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        {t('shell.skip')}
      </a>
      <header className={classes.top}>
        <IconButton icon={Menu} label={t('shell.openNavigation')} onClick={drawer.open} />
        <span className={classes.topName}>{organisation.name ?? t('shell.product')}</span>
      </header>
      <div className={classes.rail}>
        <Rail session={session} organisation={organisation} userMenu={userMenu} />
      </div>
      <Drawer
        opened={opened}
        onClose={drawer.close}
        size={280}
        padding={8}
        closeButtonProps={{ 'aria-label': t('shell.closeNavigation') }}
      >
        <Rail session={session} organisation={organisation} userMenu={userMenu} onNavigate={drawer.close} />
      </Drawer>
      <main id="content" className={classes.content} tabIndex={-1} aria-busy={isLoading}>
        <Suspense fallback={<Spinner />}>{organisation.isMissing ? <NotFound /> : <Outlet />}</Suspense>
      </main>
      <ConnectionBanner />
      <ShortcutHelp />
    </div>
  );
}
