import { lookUpPass } from '@vestibule/contract/visits/scan.ts';
import { CallFailed, call } from '@vestibule/web/call.ts';
import { createRepeat } from '@vestibule/web/once.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportUnlessOfCall, useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { useBadgeScanner } from './use-badge-scanner.ts';
import { useCheckOutByBadge } from './use-visitor-changes.ts';

/**
 * Shows a toast with the name, and calls `onLeft` unless retention removed the visitor. The code of an invited visitor calls
 * `onExpected` with the phone.
 */
export function useScans(
  companyId: number,
  onExpected: (phone: string) => void,
  onLeft: (visitorId: number) => void,
): void {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { mutateAsync: checkOut } = useCheckOutByBadge(companyId);
  const [repeatable] = useState(() => createRepeat('visitorIsNotCheckedIn', 'visitNotFound'));

  const read = async (code: string) => {
    try {
      const { visitorName: name, visitor } = await checkOut(code);
      if (visitor) onLeft(visitor.id);
      return t('visitors.checkingOut.done', { name });
    } catch (error) {
      const phone = isOutside(error) ? await expectedPhone(companyId, code) : null;
      if (phone === null) throw error;
      onExpected(phone);
      return undefined;
    }
  };
  const checkOutScanned = async (code: string) => {
    try {
      const name = await repeatable(code, () => read(code));
      if (name !== undefined) toast(name ?? t('visitors.checkingOut.doneBefore'));
    } catch (error) {
      reportUnlessOfCall(error);
      toast(problemText(error));
    }
  };
  useBadgeScanner((code) => void checkOutScanned(code));
}

/** Null if no visitor is expected. */
async function expectedPhone(companyId: number, code: string): Promise<string | null> {
  try {
    return (await call(lookUpPass, { params: { companyId }, body: { code } })).phone;
  } catch (error) {
    if (error instanceof CallFailed && error.status === 404) return null;
    throw error;
  }
}

function isOutside(error: unknown): boolean {
  return error instanceof CallFailed && error.problem?.reason === 'visitorIsNotCheckedIn';
}
