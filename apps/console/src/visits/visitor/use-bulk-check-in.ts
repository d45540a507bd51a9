import type { Conflict } from '@vestibule/contract/platform/conflict.ts';
import type { LiveMessage } from '@vestibule/contract/live.ts';
import { maxCheckedIn } from '@vestibule/contract/visits/expected.ts';
import { CallFailed, mayHaveHappened } from '@vestibule/web/call.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportUnlessOfCall, useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { useSelection } from '../../ui/list/use-selection.ts';
import { useTarget } from '../../ui/dialog/use-target.ts';
import { isExpected } from './SelectBox.tsx';
import { useCheckInExpected } from './use-visitor-changes.ts';

interface BulkCheckIn {
  onDone?: () => void;
  onBadges: (html: string) => void;
}

/** Shows which visitors were left out, then the badges of the others. */
export function useBulkCheckIn({ onDone, onBadges }: BulkCheckIn) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const selection = useSelection(maxCheckedIn);
  const conflicts = useTarget<readonly Conflict[]>();
  const [badges, setBadges] = useState<string | null>(null);
  const deselect = (gone: readonly number[]) => {
    for (const id of gone) selection.set({ id, group: 0 }, false);
  };
  const { mutateAsync, isPending } = useCheckInExpected();
  const [once] = useState(createOnce);
  // A retry with the same ids returns their badges.
  const unanswered = useRef<readonly number[]>([]);

  async function checkIn(): Promise<void> {
    const ids = [...selection.ids];
    unanswered.current = ids;
    try {
      const { visitors, html, ...outcome } = await once.run(ids, (idempotencyKey) =>
        mutateAsync({ ids, idempotencyKey }),
      );
      unanswered.current = [];
      // Visitors selected since the request stay selected.
      deselect(ids);
      if (visitors.length > 0) toast(t('visitors.selection.done', { number: visitors.length }));
      onDone?.();
      if (outcome.conflicts.length > 0) showConflicts(outcome.conflicts, html);
      else if (html !== null) onBadges(html);
    } catch (error) {
      reportUnlessOfCall(error);
      if (!mayHaveHappened(error)) unanswered.current = [];
      // A selected visitor was deleted.
      if (error instanceof CallFailed && error.status === 404) selection.clear();
      toast(problemText(error));
    }
  }

  /** The badges of the others follow when the dialog closes. */
  function showConflicts(left: readonly Conflict[], html: string | null): void {
    setBadges(html);
    conflicts.open(left);
  }

  const closeConflicts = () => {
    conflicts.dialog.onClose();
    if (badges !== null) onBadges(badges);
    setBadges(null);
  };

  /** Deleted visitors would fail the whole check-in. */
  const onMessage = ({ event, payload }: LiveMessage) => {
    if (event === 'visitors_removed') deselect(payload.ids);
    if (event !== 'visitors_update') return;
    const came = payload.filter((visitor) => !isExpected(visitor)).map(({ id }) => id);
    deselect(came.filter((id) => !unanswered.current.includes(id)));
  };

  return {
    selection,
    onMessage,
    isBusy: isPending,
    checkIn,
    showConflicts,
    conflicts: { ...conflicts.dialog, onClose: closeConflicts },
  };
}
