import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import {
  ArrowRight,
  Calendar,
  Check,
  Circle,
  CircleAlert,
  type Icon,
  Search,
  UserPlus,
  UserRound,
} from '@vestibule/ui/icons.tsx';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { lengthOf } from '../../ui/Since.tsx';
import { useTimes } from '../../ui/time.ts';
import classes from './FoundNotice.module.css';
import type { LookupOutcome } from './use-lookup.ts';

interface FoundNoticeProps {
  id: string;
  outcome: LookupOutcome | 'moving' | null;
  visitor: Visitor | null;
}

type Found = LookupOutcome | 'moving' | 'start';

const icons: Record<Found, Icon> = {
  start: UserRound,
  looking: Search,
  new: UserPlus,
  known: Check,
  expected: Calendar,
  inside: Circle,
  moving: ArrowRight,
  storageStopped: CircleAlert,
  invalidPhone: CircleAlert,
  lookupFailed: CircleAlert,
};

/** Has a fixed height, so that the fields below do not move. */
export function FoundNotice({ id, outcome, visitor }: FoundNoticeProps) {
  const { t } = useTranslation();
  const { shortMoment } = useTimes();
  const found = outcome ?? 'start';
  const Icon = icons[found];
  const { title, help } = wordsOf({ t, timeOf: shortMoment }, found, visitor);
  const words = (
    <>
      <strong className={classes.title} title={title}>
        {title}
      </strong>
      <span className={classes.help} title={help}>
        {help}
      </span>
    </>
  );
  return (
    <div id={id} className={classes.found} data-outcome={found}>
      <Icon className={classes.icon} size={16} aria-hidden />
      {/* The live region stays mounted: some screen readers skip one that appears with its text. */}
      <div role="status" className={classes.words}>
        {found !== 'inside' && words}
      </div>
      {found === 'inside' && (
        <div role="alert" className={classes.words}>
          {words}
        </div>
      )}
    </div>
  );
}

interface Texts {
  t: TFunction;
  timeOf: (moment: string) => string;
}

function wordsOf({ t, timeOf }: Texts, found: Found, visitor: Visitor | null) {
  if (found === 'moving') {
    const tenant = visitor?.currentVisitRecord?.tenant.name;
    return { title: t('visitors.found.moving'), help: t('visitors.found.movingHelp', { tenant }) };
  }
  if (found === 'inside' && visitor) return insideWords({ t, timeOf }, visitor);
  if (found === 'expected' && visitor) return expectedWords({ t, timeOf }, visitor);
  if (found === 'invalidPhone') return { title: t('errors.invalidPhone'), help: t('visitors.found.invalidPhone') };
  if (found === 'inside' || found === 'expected') return { title: '', help: '' };
  return { title: t(`visitors.found.${found}`), help: t(`visitors.found.${found}Help`) };
}

function insideWords({ t, timeOf }: Texts, { currentVisitRecord: visit }: Visitor) {
  const title = t('errors.visitorIsAlreadyCheckedIn');
  if (!visit) return { title, help: '' };
  const place = { tenant: visit.tenant.name, time: timeOf(visit.checkedInAt), host: visit.employee?.name };
  return { title, help: t(visit.employee ? 'visitors.found.insideWith' : 'visitors.found.inside', place) };
}

/** A visitor who comes within these minutes of the expected time is not late. */
const graceMinutes = 5;

function expectedWords({ t, timeOf }: Texts, { preregisteredTenant, expected }: Visitor) {
  const host = expected?.employee?.name;
  const help = t(host ? 'visitors.found.expectedBy' : 'visitors.found.expectedAt', {
    tenant: preregisteredTenant?.name,
    host,
  });
  if (!expected?.at) return { title: t('visitors.found.expectedToday'), help };
  const time = timeOf(expected.at);
  const late = lengthOf(Date.now() - Date.parse(expected.at));
  if (late.minutes < graceMinutes && late.unit !== 'hours' && late.unit !== 'days')
    return { title: t('visitors.found.expected', { time }), help };
  return { title: t('visitors.found.late', { time, length: t(`visitors.since.${late.unit}`, late) }), help };
}
