import type { Session } from '@vestibule/contract/accounts/session.ts';
import { ArrowLeft, Search } from '@vestibule/ui/icons.tsx';
import { useLiveState } from '@vestibule/web/live.ts';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import { homeOf, linkGroupsOf } from '../navigation.ts';
import { Mark } from './Mark.tsx';
import classes from './Sidebar.module.css';
import type { useOrganization } from './use-organization.ts';

interface SidebarProps {
  session: Session;
  organization: ReturnType<typeof useOrganization>;
  userMenu: ReactNode;
  onFind: () => void;
  onNavigate?: () => void;
}

export function Sidebar({ session, organization, userMenu, onFind, onNavigate }: SidebarProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={classes.sidebar}>
      {userMenu}
      <FinderButton onClick={onFind} />
      <nav className={classes.navigation} aria-label={t('shell.navigation')}>
        <Managed session={session} organization={organization} onNavigate={onNavigate} />
        {linkGroupsOf(session, organization.chosen).map(({ group, links }) => (
          <div key={group}>
            <p className={classes.group} id={`${id}-${group}`}>
              {t(`shell.group.${group}`)}
            </p>
            <ul className={classes.links} aria-labelledby={`${id}-${group}`}>
              {links.map(({ to, screen: { path, link, icon: Icon } }) => (
                <li key={path}>
                  <NavLink className={classes.link} to={to} end onClick={onNavigate}>
                    <Icon size={16} strokeWidth={1.75} aria-hidden />
                    {t(`shell.link.${link}`)}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className={classes.foot}>
        <Mark size={18} />
        {t('shell.product')}
        <span className={classes.number} title={t('shell.userNumber')}>
          {String(session.user.id).padStart(7, '0')}
        </span>
        <LiveDot />
      </div>
    </div>
  );
}

function Managed({ session, organization, onNavigate }: Pick<SidebarProps, 'session' | 'organization' | 'onNavigate'>) {
  const { t } = useTranslation();
  const { chosen, name } = organization;
  if (chosen.companyId === null && chosen.partnerId === null) return null;
  const back =
    chosen.partnerId === null
      ? { to: homeOf(session), label: t('shell.allCompanies') }
      : { to: '/admin/partners', label: t('shell.allPartners') };
  return (
    <>
      <Link className={classes.link} to={back.to} onClick={onNavigate}>
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
        {back.label}
      </Link>
      {name && (
        <p className={classes.managed} title={name}>
          {name}
        </p>
      )}
    </>
  );
}

function FinderButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className={classes.button} onClick={onClick} aria-keyshortcuts="Control+K Meta+K">
      <Search size={16} strokeWidth={1.75} aria-hidden />
      {t('shell.finder.open')}
      <kbd className={classes.keys} aria-hidden>
        {t('shell.finder.keys')}
      </kbd>
    </button>
  );
}

function LiveDot() {
  const { t } = useTranslation();
  const state = useLiveState();
  if (state === null || state === 'connecting') return null;
  return (
    <span className={classes.live} data-live={state}>
      {t(`shell.liveNow.${state}`)}
    </span>
  );
}
