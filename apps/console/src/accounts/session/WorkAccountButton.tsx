import { authorizeWorkAccount, OwnPath } from '@vestibule/contract/accounts/work-account.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { call } from '@vestibule/web/call.ts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAskedPage } from './use-asked-page.ts';

/** Leaves for the identity provider; where there is none, that is the failure. */
export function WorkAccountButton({ onFailure }: { onFailure: (failure: Error) => void }) {
  const { t } = useTranslation();
  const returnTo = OwnPath.safeParse(useAskedPage()).data;
  const leave = useMutation({
    mutationFn: () => call(authorizeWorkAccount, { query: { purpose: 'signIn', ...(returnTo && { returnTo }) } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: onFailure,
  });

  return (
    <Button variant="secondary" size="large" fullWidth loading={leave.isPending} onClick={() => leave.mutate()}>
      {t('workAccount.submit')}
    </Button>
  );
}
