import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import {
  FileUser,
  LogOut,
  MessageSquare,
  MessageSquareWarning,
  Pencil,
  Printer,
  Trash2,
} from '@vestibule/ui/icons.tsx';
import { useMay } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import type { RowAction } from '../../ui/list/rows.ts';
import { tenantOf } from './tenant-of.ts';
import { useTenantsWithBadges, useNotNotifiedVisits } from './use-visitors.ts';
import type { VisitorAct } from './VisitorDialogs.tsx';

interface VisitorActions {
  visitors: readonly Visitor[];
  onAct: (act: VisitorAct) => void;
  onPrint: (visitor: Visitor) => void;
}

/** Returns the row actions of each visitor; undefined without rights. Check-out, edit and delete have fixed places. */
export function useVisitorActions({ visitors, onAct, onPrint }: VisitorActions) {
  const { t } = useTranslation();
  const may = useMay();
  const printing = useTenantsWithBadges(may('visitor.manage') ? visitors[0]?.companyId : undefined);
  const notNotified = useNotNotifiedVisits(may('visitMessage.read') ? companyWithVisits(visitors) : undefined);
  if (!may('visitor.manage')) return undefined;

  return (visitor: Visitor): RowAction[] => {
    const { name, currentVisitRecordId } = visitor;
    const isIn = currentVisitRecordId !== null;
    const hasFailedMessage = isIn && notNotified.has(currentVisitRecordId);
    const action = (kind: VisitorAct['kind'], icon: RowAction['icon']): RowAction => ({
      key: kind,
      icon,
      label: t(`visitors.action.${kind}`, { name }),
      onClick: () => onAct({ kind, visitor }),
    });
    const inMenu = (entry: string) => ({ menu: { label: t('visitors.action.more', { name }), entry } });

    const messages = hasFailedMessage
      ? { ...action('messages', MessageSquareWarning), label: t('visitors.action.notNotified', { name }), warns: true }
      : { ...action('messages', MessageSquare), ...inMenu(t('visitors.entry.messages')) };
    const print: RowAction = {
      key: 'print',
      icon: Printer,
      label: t('visitors.action.print', { name }),
      onClick: () => onPrint(visitor),
      ...inMenu(t('visitors.entry.print')),
    };
    return [
      { ...action('checkOut', LogOut), disabled: !isIn },
      action('edit', Pencil),
      { ...action('delete', Trash2), disabled: isIn, danger: true },
      ...(isIn && may('visitMessage.read') ? [messages] : []),
      ...(printing.has(tenantOf(visitor)?.id ?? 0) ? [print] : []),
      ...(may('visitor.answerRequest')
        ? [{ ...action('dataRequest', FileUser), ...inMenu(t('visitors.entry.dataRequest')) }]
        : []),
    ];
  };
}

/** The company, if one of the visitors is inside. */
function companyWithVisits(visitors: readonly Visitor[]): number | undefined {
  return visitors.find(({ currentVisitRecordId }) => currentVisitRecordId !== null)?.companyId;
}
