import { IntegrationForm, type LoopbookingAccess } from '@vestibule/contract/building/directory.ts';
import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { useServices } from '../../ui/use-services.ts';
import { typedOf } from './integration-form.ts';
import { IntegrationFields } from './IntegrationFields.tsx';
import { keepSecret } from './kept-secret.ts';
import { useAuthorize, useConnectLoopbooking, useTestLoopbooking } from './use-directory.ts';

interface ConnectDialogProps {
  tenant: Tenant;
  opened: boolean;
  onClose: () => void;
  onConnected: (tenant: Tenant) => void;
}

/** Microsoft and Google return the browser to another page. A key of Loopbooking must pass a test first. */
export function ConnectDialog({ tenant, opened, onClose, onConnected }: ConnectDialogProps) {
  const { t } = useTranslation();
  const form = useZodForm(IntegrationForm, { defaultValues: typedOf(tenant) });
  const [tested, setTested] = useState<string | null>(null);
  const authorize = useAuthorize(tenant.id);
  const connect = useConnectLoopbooking(tenant.id);
  const [type, loopbookingDomain, loopbookingCode] = useWatch({
    control: form.control,
    name: ['type', 'loopbookingDomain', 'loopbookingCode'],
  });
  const access = { loopbookingDomain: loopbookingDomain.trim(), loopbookingCode: loopbookingCode.trim() };
  const accessKey = JSON.stringify(access);
  const isLoopbooking = type === 'loopbooking';
  const away = useRef<string>(null);
  const { data: services } = useServices();
  const needsOwnApp = !isLoopbooking && tenant.type === null && services?.directories.includes(type) === false;
  const { setValue } = form;

  useEffect(() => {
    if (!needsOwnApp) return;
    setValue('useCustomApp', true);
    // The other provider may have an application of the installation.
    return () => setValue('useCustomApp', false);
  }, [needsOwnApp, setValue]);

  // Leaves the page after the dialog has closed, because until then the browser warns of unsaved input.
  useEffect(() => {
    if (opened || away.current === null) return;
    const url = away.current;
    away.current = null;
    location.assign(url);
  }, [opened]);

  const submit = async (typed: IntegrationForm) => {
    if (typed.type === 'loopbooking') {
      const connected = await connect.mutateAsync(access);
      toast(t('directory.connected'));
      onConnected(connected.tenant);
      return;
    }
    const { useCustomApp, groupId, clientId, clientSecret } = typed;
    const { url } = await authorize.mutateAsync({
      type: typed.type,
      groupId,
      clientId: useCustomApp ? clientId : null,
    });
    keepSecret(useCustomApp ? clientSecret : null);
    away.current = url;
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('directory.connect', { tenant: tenant.name })}
      form={form}
      onSubmit={submit}
      submitLabel={isLoopbooking ? t('directory.set') : t('directory.leave', { provider: t(`directory.type.${type}`) })}
      submitUnchanged={tenant.type !== null}
      submitDisabled={isLoopbooking && tested !== accessKey}
      width={440}
    >
      <IntegrationFields form={form} isLocked={tenant.type !== null} needsOwnApp={needsOwnApp} />
      {isLoopbooking ? (
        <LoopbookingTest
          key={accessKey}
          access={access}
          isTested={tested === accessKey}
          onTested={() => setTested(accessKey)}
        />
      ) : (
        <p>{t('directory.leaveHelp')}</p>
      )}
    </FormDialog>
  );
}

interface LoopbookingTestProps {
  access: LoopbookingAccess;
  isTested: boolean;
  onTested: () => void;
}

function LoopbookingTest({ access, isTested, onTested }: LoopbookingTestProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const test = useTestLoopbooking();
  const isFilled = access.loopbookingDomain !== '' && access.loopbookingCode !== '';

  return (
    <>
      <Button
        variant="secondary"
        disabled={!isFilled}
        loading={test.isPending}
        onClick={() => test.mutate(access, { onSuccess: onTested })}
      >
        {t('directory.test')}
      </Button>
      {test.error && <Notice kind="problem">{problemText(test.error)}</Notice>}
      {!test.error && <p role="status">{isTested ? t('directory.tested') : t('directory.testFirst')}</p>}
    </>
  );
}
