import type { Session } from '@vestibule/contract/accounts/session.ts';
import { ArrowLeft, Search } from '@vestibule/ui/icons.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import { homeOf, linksOf } from '../navigation.ts';
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
  const { chosen, name } = organization;
  const isManaging = chosen.companyId !== null || chosen.partnerId !== null;
  const back =
    chosen.partnerId === null
      ? { to: homeOf(session), label: t('shell.allCompanies') }
      : { to: '/admin/partners', label: t('shell.allPartners') };

  return (
    <div className={classes.sidebar}>
      {userMenu}
      <div className={classes.organization} data-managing={isManaging || undefined}>
        {name && (
          <p className={classes.name} title={name}>
            {name}
          </p>
        )}
        <p className={classes.number} title={t('shell.userNumber')}>
          {String(session.user.id).padStart(7, '0')}
        </p>
      </div>
      <FinderButton onClick={onFind} />
      <nav className={classes.links} aria-label={t('shell.navigation')}>
        {isManaging && (
          <Link className={classes.link} to={back.to} onClick={onNavigate}>
            <ArrowLeft size={20} strokeWidth={1.75} aria-hidden />
            {back.label}
          </Link>
        )}
        {linksOf(session, chosen).map(({ to, screen: { path, link, icon: Icon } }) => (
          <NavLink key={path} className={classes.link} to={to} end onClick={onNavigate}>
            <Icon size={20} strokeWidth={1.75} aria-hidden />
            {t(`shell.link.${link}`)}
          </NavLink>
        ))}
      </nav>
      <p className={classes.product}>
        <Mark size={16} />
        {t('shell.product')}
      </p>
    </div>
  );
}

function FinderButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className={classes.button} onClick={onClick} aria-keyshortcuts="Control+K Meta+K">
      <Search size={20} strokeWidth={1.75} aria-hidden />
      {t('shell.finder.open')}
      <kbd className={classes.keys} aria-hidden>
        {t('shell.finder.keys')}
      </kbd>
    </button>
  );
}
