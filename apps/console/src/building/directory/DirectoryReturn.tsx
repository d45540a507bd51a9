import { ProviderRequest, signInWithWorkAccount } from '@vestibule/contract/accounts/work-account.ts';
import { getTenant } from '@vestibule/contract/building/tenant.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { CallFailed } from '@vestibule/web/call.ts';
import { queryOf } from '@vestibule/web/query.ts';
import { useSignedIn } from '@vestibule/web/session.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { Entrance } from '../../shell/Entrance.tsx';
import { ButtonLink } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { reportUnlessOfCall, useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { takeSecret } from './kept-secret.ts';
import { useConnectDirectory } from './use-directory.ts';

const Returned = z.object({ callback: signInWithWorkAccount.body.optional(), request: ProviderRequest });

export function DirectoryReturn() {
  const { t } = useTranslation();
  const location = useLocation();
  const navigate = useNavigate();
  const { user } = useSignedIn();
  const [{ callback, request }] = useState(() => readReturned(location.state));
  const [failure, setFailure] = useState<{ error: unknown } | null>(callback ? null : { error: null });
  const { mutateAsync: connect, isPending } = useConnectDirectory();
  const secret = useRef<string>(null);
  const isBegun = useRef(false);
  const tenant = useQuery({
    ...queryOf(getTenant, { params: { tenantId: request?.tenantId ?? 0 }, query: { employees: 'false' } }),
    enabled: failure !== null && request !== undefined,
  });

  const home = (companyId: number | undefined) => {
    const isAtDesk = user.role === 'reception' || user.role === 'tenant';
    if (request && isAtDesk) return `/tenants/${request.tenantId}`;
    return companyId === undefined ? '/' : `/company/${companyId}/tenants`;
  };

  const tryToConnect = async () => {
    if (!callback || !request) return;
    const { tenantId, type, groupId, clientId } = request;
    const clientSecret = clientId === null ? null : secret.current;
    try {
      const url = `${window.location.origin}/tenant-redirect`;
      const body = { ...callback, type, groupId, clientId, clientSecret, url };
      const { tenant, conflicts } = await connect({ params: { tenantId }, body });
      toast(t('directory.connected'));
      await navigate(home(tenant.companyId), { replace: true, state: { connected: { tenant, conflicts } } });
    } catch (error) {
      reportUnlessOfCall(error);
      setFailure({ error });
    }
  };
  const begin = useEffectEvent(tryToConnect);
  useEffect(() => {
    // React may run an effect twice, and the code of the provider works once.
    if (isBegun.current) return;
    isBegun.current = true;
    secret.current = takeSecret();
    void navigate('/directory-return', { replace: true, state: null });
    void begin();
  }, [navigate]);

  if (!failure) {
    return (
      <Entrance title={t('directory.returning.title')}>
        <Spinner label={t('ui.list.loading')} />
      </Entrance>
    );
  }
  const mayTryAgain = hasNoAnswer(failure.error);
  return (
    <Entrance title={mayTryAgain ? t('shell.unreachable') : t('directory.returning.failed')}>
      <Notice kind="problem">
        {!mayTryAgain && <p>{t('directory.returning.authorization')}</p>}
        {request ? <Explanation error={failure.error} /> : <p>{t('directory.returning.unreadable')}</p>}
        {!mayTryAgain && (tenant.error ?? !request) && <p>{t('directory.returning.tenantData')}</p>}
      </Notice>
      {mayTryAgain && (
        <Button size="large" fullWidth loading={isPending} onClick={() => void tryToConnect()}>
          {t('ui.button.tryAgain')}
        </Button>
      )}
      <ButtonLink
        to={home(tenant.data?.companyId ?? user.companyId ?? undefined)}
        variant={mayTryAgain ? 'secondary' : 'primary'}
        size="large"
        fullWidth
      >
        {t('directory.returning.back')}
      </ButtonLink>
    </Entrance>
  );
}

/** Whether the server did not decide about the code, so that it can be sent again. */
function hasNoAnswer(error: unknown): boolean {
  return error instanceof CallFailed && (error.status === null || error.status === 503);
}

function Explanation({ error }: { error: unknown }) {
  const problemText = useProblemText();
  const isSaid = error instanceof CallFailed && error.problem?.reason === 'tenantAuthorisationFailed';
  return error !== null && !isSaid && <p>{problemText(error)}</p>;
}

function readReturned(state: unknown) {
  const { callback, request } = Returned.safeParse(state).data ?? {};
  return { callback, request: request?.purpose === 'directory' ? request : undefined };
}
