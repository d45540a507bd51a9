import type { synchronizeEmployees } from '@vestibule/contract/building/directory.ts';
import type { Reply } from '@vestibule/contract/platform/endpoint.ts';
import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { CallFailed } from '@vestibule/web/call.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportUnlessOfCall, useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { useSynchronize } from './use-directory.ts';

type Found = Reply<typeof synchronizeEmployees>;

type Step =
  | { name: 'looking' }
  | { name: 'difference'; found: Found }
  | { name: 'running' }
  | { name: 'tooMany'; removed: number; of: number }
  | { name: 'conflicts'; conflicts: Found['conflicts'] }
  | { name: 'failed'; error: unknown };

export function useSteps(tenant: Tenant, onClose: () => void) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const isFirst = tenant.lastSyncAt === null;
  const [step, setStep] = useState<Step>(isFirst ? { name: 'looking' } : { name: 'running' });
  const { mutateAsync } = useSynchronize(tenant.id);
  const isBegun = useRef(false);
  const isShown = useRef(true);

  async function look() {
    setStep({ name: 'looking' });
    try {
      setStep({ name: 'difference', found: await mutateAsync({ preview: true }) });
    } catch (error) {
      fail(error);
    }
  }

  async function run(confirm = false) {
    setStep({ name: 'running' });
    try {
      const { conflicts } = await mutateAsync({ confirm });
      toast(t('directory.updated'));
      if (conflicts.length === 0) {
        if (isShown.current) onClose();
      } else if (isShown.current) setStep({ name: 'conflicts', conflicts });
      else toast(t('directory.notBrought', { number: conflicts.length }));
    } catch (error) {
      fail(error);
      if (!isShown.current) toast(problemText(error));
    }
  }

  function fail(error: unknown) {
    reportUnlessOfCall(error);
    const problem = error instanceof CallFailed ? error.problem : null;
    if (problem?.reason === 'tooManyRemovals') {
      setStep({ name: 'tooMany', removed: problem.removed ?? 0, of: problem.of ?? 0 });
    } else setStep({ name: 'failed', error });
  }

  const begin = useEffectEvent(() => void (isFirst ? look() : run()));
  useEffect(() => {
    isShown.current = true;
    if (!isBegun.current) begin();
    isBegun.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  return { step, look, run };
}
