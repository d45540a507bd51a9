import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { useDisclosure } from '@vestibule/ui/hooks.ts';
import { Menu } from '@vestibule/ui/icons.tsx';
import { useSignedIn } from '@vestibule/web/session.ts';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx';
import { useShortcut } from '../ui/keyboard/shortcuts.ts';
import { useIsScreenComing } from './coming-screen.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import classes from './Frame.module.css';
import { NotFound } from './NotFound.tsx';
import { Rail } from './Rail.tsx';
import { useFinder } from './use-finder.ts';
import { useOrganisation } from './use-organisation.ts';

const FinderDialog = lazyDialog(async () => (await import('./dialogs.ts')).FinderDialog);
const ShortcutDialog = lazyDialog(async () => (await import('../ui/keyboard/ShortcutDialog.tsx')).ShortcutDialog);
const RailDrawer = lazyDialog(async () => (await import('./dialogs.ts')).RailDrawer);

interface FrameProps {
  /** The menu on top of the rail; `leave` closes the drawer that the rail may be in. */
  userMenu: (leave: () => void) => ReactNode;
}

/** What stays while the screens change: the rail (on a phone a drawer), the banner, and the place for the screen. */
export function Frame({ userMenu }: FrameProps) {
  const { t } = useTranslation();
  const session = useSignedIn();
  const organisation = useOrganisation(session);
  const [opened, drawer] = useDisclosure();
  const finder = useFinder();
  const content = useTopOfScreen();
  const isComing = useIsScreenComing();

  return (
    <div className={classes.frame}>
      <a
        className={classes.skip}
        href="#content"
        onClick={(event) => {
          // Only the focus goes there: the address stays that of the screen.
          event.preventDefault();
          content.current?.focus();
        }}
      >
        {t('shell.skip')}
      </a>
      <header className={classes.top}>
        <IconButton icon={Menu} label={t('shell.openNavigation')} onClick={drawer.open} />
        <span className={classes.topName}>{organisation.name ?? t('shell.product')}</span>
      </header>
      <aside className={classes.rail} aria-label={organisation.name ?? t('shell.product')}>
        <Rail session={session} organisation={organisation} userMenu={userMenu(drawer.close)} onFind={finder.open} />
      </aside>
      <RailDrawer opened={opened} onClose={drawer.close}>
        <Rail
          session={session}
          organisation={organisation}
          userMenu={userMenu(drawer.close)}
          onFind={() => {
            drawer.close();
            finder.open();
          }}
          onNavigate={drawer.close}
        />
      </RailDrawer>
      <main id="content" className={classes.content} ref={content} tabIndex={-1} aria-busy={isComing}>
        <Suspense fallback={<Spinner label={t('ui.list.loading')} />}>
          {organisation.isMissing ? <NotFound /> : <Outlet />}
        </Suspense>
        {isComing && (
          <div className={classes.coming}>
            <Spinner label={t('ui.list.loading')} />
          </div>
        )}
      </main>
      <ConnectionBanner />
      <FinderDialog opened={finder.opened} onClose={finder.close} />
      <ShortcutHelp />
    </div>
  );
}

/**
 * Begins another screen at its top, with the focus there, so that it is read from its title on. The first one is only come to: whoever
 * has gone on with the keyboard meanwhile keeps the focus.
 */
function useTopOfScreen() {
  const { pathname } = useLocation();
  const content = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    const before = shown.current;
    shown.current = pathname;
    if (before === pathname || before === '/') return;
    scrollTo(0, 0);
    content.current?.focus({ preventScroll: true });
  }, [pathname]);
  return content;
}

/** Lists the shortcuts of the screen when the user presses `?`. */
function ShortcutHelp() {
  const { t } = useTranslation();
  const [opened, help] = useDisclosure();
  useShortcut('?', t('ui.shortcut.help'), help.open);
  return <ShortcutDialog opened={opened} onClose={help.close} />;
}
