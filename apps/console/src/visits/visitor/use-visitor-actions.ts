import type { VisitorState } from '@vestibule/contract/visits/today.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { FileUser, LogIn, LogOut, MessageSquare, Pencil, PhoneCall, Printer, Trash2, X } from '@vestibule/ui/icons.tsx';
import { useMay } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import type { RowAction } from '../../ui/list/rows.ts';
import { tenantOf } from './tenant-of.ts';
import type { CheckOuts } from './use-check-outs.ts';
import { useTenantsWithBadges } from './use-visitors.ts';
import type { VisitorAct } from './VisitorDialogs.tsx';

interface VisitorActions {
  companyId: number;
  states: ReadonlyMap<number, VisitorState>;
  /** The act that settles a line comes first. */
  isAboutNeeds?: boolean;
  checkOuts: CheckOuts;
  onAct: (act: VisitorAct) => void;
  onCheckIn: (visitor: Visitor) => void;
  onDismiss: (visitor: Visitor) => void;
  onMessages: (visitor: Visitor) => void;
  onPrint: (visitor: Visitor) => void;
  onSendAgain: (visitor: Visitor, messageIds: readonly number[]) => void;
}

const isAct = (entry: string): entry is VisitorAct['kind'] =>
  !['dismiss', 'messages', 'print', 'sendAgain'].includes(entry);

/** Returns the next one first; undefined without rights. */
export function useVisitorActions({
  companyId,
  checkOuts,
  states,
  onAct,
  onMessages,
  onPrint,
  ...rest
}: VisitorActions) {
  const { t } = useTranslation();
  const may = useMay();
  const printing = useTenantsWithBadges(may('visitor.manage') ? companyId : undefined);
  if (!may('visitor.manage')) return undefined;

  return (visitor: Visitor): RowAction[] => {
    const { name } = visitor;
    const isGone = checkOuts.isGone(visitor);
    const isIn = visitor.currentVisitRecordId !== null && !isGone;
    const { attention = [], failedMessages = [] } = states.get(visitor.id) ?? {};
    const isUnanswered = isIn && attention.includes('noAnswer');
    const mayRecord = isUnanswered || (isIn && attention.includes('notReached'));
    const maySend = isIn && failedMessages.length > 0 && may('visitMessage.retry');
    const isLate = attention.includes('late');
    const [kind, onClick] = isGone
      ? (['undo', checkOuts.undo] as const)
      : mayRecord && rest.isAboutNeeds
        ? (['reached', (visitor: Visitor) => onAct({ kind: 'reached', visitor })] as const)
        : isIn
          ? (['checkOut', checkOuts.checkOutNow] as const)
          : (['checkIn', rest.onCheckIn] as const);
    const next: RowAction = {
      key: 'next',
      text: t(`visitors.next.${kind}`),
      label: t(`visitors.action.${kind}`, { name }),
      icon: kind === 'reached' ? PhoneCall : isIn ? LogOut : LogIn,
      hasRing: isGone,
      loading: checkOuts.isBusy(visitor),
      once: true,
      onClick: () => onClick(visitor),
    };
    const inMenu = (
      entry: VisitorAct['kind'] | 'dismiss' | 'messages' | 'print' | 'sendAgain',
      icon: RowAction['icon'],
      act: (visitor: Visitor) => void = (visitor) => {
        if (isAct(entry)) onAct({ kind: entry, visitor });
      },
    ): RowAction => ({
      key: entry,
      icon,
      label: name,
      menu: { label: t('visitors.action.more', { name }), entry: t(`visitors.entry.${entry}`) },
      onClick: () => act(visitor),
    });
    return [
      next,
      { ...inMenu('checkOut', LogOut), disabled: !isIn },
      ...(mayRecord && kind !== 'reached' ? [inMenu('reached', PhoneCall)] : []),
      ...(maySend ? [inMenu('sendAgain', MessageSquare, (visitor) => rest.onSendAgain(visitor, failedMessages))] : []),
      ...(!isIn && visitor.expected && (visitor.expected.invitationId || isLate)
        ? [inMenu('dismiss', X, rest.onDismiss)]
        : []),
      ...(isIn && may('visitMessage.read') ? [inMenu('messages', MessageSquare, onMessages)] : []),
      ...(printing.has(tenantOf(visitor)?.id ?? 0) ? [inMenu('print', Printer, onPrint)] : []),
      inMenu('edit', Pencil),
      ...(may('visitor.answerRequest') ? [inMenu('dataRequest', FileUser)] : []),
      { ...inMenu('delete', Trash2), disabled: isIn, danger: true },
    ];
  };
}

export type ActionsOf = NonNullable<ReturnType<typeof useVisitorActions>>;
