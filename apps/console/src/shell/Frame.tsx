import { useDisclosure } from '@vestibule/ui/hooks.ts';
import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { ClipboardCheck, Menu, WifiOff } from '@vestibule/ui/icons.tsx';
import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { useLiveState } from '@vestibule/web/live.ts';
import { useSignedIn } from '@vestibule/web/session.ts';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { useShortcut } from '../ui/keyboard/shortcuts.ts';
import { linksOf } from '../navigation.ts';
import { ButtonLink } from '../ui/Link.tsx';
import { useServices } from '../ui/use-services.ts';
import { useIsScreenLoading } from './screen-loading.ts';
import classes from './Frame.module.css';
import { NotFound } from './FullPage.tsx';
import { Sidebar } from './Sidebar.tsx';
import { useOrganization } from './use-organization.ts';

const FinderDialog = lazyDialog(async () => (await import('./dialogs.tsx')).FinderDialog);
const ShortcutDialog = lazyDialog(async () => (await import('../ui/dialog/ShortcutDialog.tsx')).ShortcutDialog);
const SidebarDrawer = lazyDialog(async () => (await import('./dialogs.tsx')).SidebarDrawer);

interface FrameProps {
  /** `leave` closes the drawer around the menu. */
  userMenu: (leave: () => void) => ReactNode;
}

export function Frame({ userMenu }: FrameProps) {
  const { t } = useTranslation();
  const session = useSignedIn();
  const organization = useOrganization(session);
  const [opened, drawer] = useDisclosure();
  const finder = useFinder();
  // Read before the first screen that needs it, whose notice would otherwise push its content down.
  useServices();
  const content = useTopOfScreen();
  const isComing = useIsScreenLoading();
  const rollCall = linksOf(session, organization.chosen).find(({ screen }) => screen.link === 'evacuation');

  return (
    <div className={classes.frame}>
      <a
        className={classes.skip}
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          content.current?.focus();
        }}
      >
        {t('shell.skip')}
      </a>
      <header className={classes.top}>
        <IconButton icon={Menu} label={t('shell.openNavigation')} onClick={drawer.open} />
        <span className={classes.topName} title={organization.name ?? undefined}>
          {organization.name ?? t('shell.product')}
        </span>
        {rollCall && (
          <ButtonLink variant="flat" size="small" icon={<ClipboardCheck size={18} aria-hidden />} to={rollCall.to}>
            {t('shell.link.evacuation')}
          </ButtonLink>
        )}
      </header>
      <aside className={classes.sidebar} aria-label={organization.name ?? t('shell.product')}>
        <Sidebar session={session} organization={organization} userMenu={userMenu(drawer.close)} onFind={finder.open} />
      </aside>
      <SidebarDrawer opened={opened} onClose={drawer.close}>
        <Sidebar
          session={session}
          organization={organization}
          userMenu={userMenu(drawer.close)}
          onFind={() => {
            drawer.close();
            finder.open();
          }}
          onNavigate={drawer.close}
        />
      </SidebarDrawer>
      <main id="content" className={classes.content} ref={content} tabIndex={-1} aria-busy={isComing}>
        <Suspense fallback={<Spinner label={t('ui.list.loading')} />}>
          {organization.isMissing ? <NotFound /> : <Outlet />}
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

/** The first screen leaves the focus alone. So does a screen that arrives after the user has opened a menu or a dialog of the frame. */
function useTopOfScreen() {
  const { pathname } = useLocation();
  const content = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    const before = shown.current;
    shown.current = pathname;
    if (before === pathname || before === '/') return;
    const isOpen = document.querySelector('[data-modal],[aria-haspopup][aria-expanded=true]');
    if (!isOpen) content.current?.focus();
    scrollTo(0, 0);
  }, [pathname]);
  return content;
}

function ShortcutHelp() {
  const { t } = useTranslation();
  const [opened, help] = useDisclosure();
  useShortcut('?', t('ui.shortcut.help'), help.open);
  return <ShortcutDialog opened={opened} onClose={help.close} />;
}

/** Opens on Ctrl+K or Command+K, unless a dialog is open. */
function useFinder() {
  const [opened, finder] = useDisclosure();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!document.querySelector('[data-modal]')) finder.open();
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);

  return { opened, ...finder };
}

/** Shown while the screen may be out of date. Announces when it is current again. */
function ConnectionBanner() {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const live = useLiveState();
  const lost = isOnline ? (live === 'offline' ? 'notLive' : null) : 'offline';
  const [last, setLast] = useState(lost);
  if (lost && lost !== last) setLast(lost);
  // Leaving a screen closes its channel, which is no reconnection.
  const isBack = last === 'offline' || (last === 'notLive' && live === 'online');

  // The live region stays mounted: some screen readers skip one that appears with its text.
  return (
    <div role="status" className={lost ? classes.banner : 'unseen'} data-banner={lost ?? undefined}>
      {lost && <WifiOff size={18} aria-hidden />}
      {lost ? t(`shell.${lost}`) : isBack && t('shell.live')}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
