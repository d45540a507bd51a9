import { useMutation, useQuery } from '@tanstack/react-query';
import type { TenantSettingsValues } from '@vestibule/contract/building/settings.ts';
import type { Reply } from '@vestibule/contract/platform/endpoint.ts';
import { type Language, languages } from '@vestibule/contract/platform/values.ts';
import { previewMessages, type SampleMessage, sendTestMessage } from '@vestibule/contract/visits/message-preview.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { call, CallFailed } from '@vestibule/web/call.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { SheetFrame } from '@vestibule/web/SheetFrame.tsx';
import { useSignedIn } from '@vestibule/web/session.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { languageName, languageOption } from '../../ui/language-name.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useErrorText, useProblemText } from '../../ui/problem-text.ts';
import classes from './MessagePreviewDialog.module.css';

export interface PreviewedSettings {
  settingsId: number;
  /** As typed, not saved. */
  settings: TenantSettingsValues;
}

/** Uses the unsaved settings and an invented visitor. Sends one message as a test. */
export function MessagePreviewDialog({ target, opened, onClose }: TargetDialog<PreviewedSettings>) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('settings.preview.title')} width={720}>
      {target && <Previews {...target} />}
    </Dialog>
  );
}

function Previews({ settingsId, settings }: PreviewedSettings) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const [language, setLanguage] = useState<Language | null>(null);
  const [phone, setPhone] = useState('');
  const body = { settings, language };
  const { data, error } = useQuery({
    queryKey: ['messagePreview', settingsId, body],
    queryFn: ({ signal }) => call(previewMessages, { params: { settingsId }, body }, { signal }),
    placeholderData: (before) => before,
  });

  return (
    <div className={classes.previews}>
      <p className={classes.help}>{t('settings.preview.help')}</p>
      <div className={classes.choices}>
        <SelectInput
          label={t('settings.preview.language')}
          value={language ?? ''}
          onChange={(event) => setLanguage(languages.find((each) => each === event.currentTarget.value) ?? null)}
        >
          <option value="">{t('settings.preview.asSet')}</option>
          {languages.map(languageOption).map(({ value, label, lang }) => (
            <option key={value} value={value} lang={lang}>
              {label}
            </option>
          ))}
        </SelectInput>
        <TextInput
          label={t('settings.preview.phone')}
          description={t('settings.preview.phoneHelp')}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={32}
          value={phone}
          onChange={(event) => setPhone(event.currentTarget.value)}
        />
      </div>
      {error && <Notice kind="problem">{problemText(error)}</Notice>}
      {!data && !error && <Spinner />}
      {data?.messages.map((message) => (
        <Message
          key={`${message.kind} ${message.channel}`}
          message={message}
          previewed={{ settingsId, settings }}
          language={language}
          phone={phone}
        />
      ))}
      {data && (
        <section>
          <h3 className={classes.name}>{t('settings.preview.badge')}</h3>
          {data.badge === null ? (
            <p className={classes.help}>{t('settings.preview.noBadge')}</p>
          ) : (
            <SheetFrame html={data.badge} title={t('settings.preview.badge')} className={classes.sheet} />
          )}
        </section>
      )}
    </div>
  );
}

interface MessageProps {
  message: SampleMessage;
  previewed: PreviewedSettings;
  language: Language | null;
  phone: string;
}

function Message({ message, previewed, language, phone }: MessageProps) {
  const { t } = useTranslation();
  const id = useId();
  const { user } = useSignedIn();
  const { kind, channel, isOn, subject, text, html, segments } = message;
  const name = `${t(`messages.kind.${kind}`)}, ${t(`messages.channel.${channel}`)}`;
  const { settingsId, settings } = previewed;
  const [once] = useState(createOnce);
  const test = useMutation({
    mutationFn: (recipient: string) => {
      const body = { settings, language, kind, channel, ...(channel === 'sms' && { phone: recipient }) };
      return once.run(body, (idempotencyKey) =>
        call(sendTestMessage, { params: { settingsId }, body }, { idempotencyKey }),
      );
    },
  });

  return (
    <section aria-labelledby={id} className={classes.message}>
      <h3 className={classes.name} id={id}>
        {name}
      </h3>
      <p className={classes.help}>
        {languageName(message.language)}
        {segments !== null && ` · ${t('messages.segments', { count: segments })}`}
        {!isOn && ` · ${t('settings.preview.isOff')}`}
      </p>
      {html === null ? (
        <p className={classes.text} lang={languageOption(message.language).lang}>
          {text}
        </p>
      ) : (
        <>
          <p className={classes.subject}>{subject}</p>
          <SheetFrame html={html} title={name} className={classes.sheet} />
        </>
      )}
      <div className={classes.test}>
        <Button
          variant="secondary"
          size="small"
          once
          loading={test.isPending}
          aria-describedby={id}
          onClick={() => test.mutate(channel === 'email' ? user.email : phone)}
        >
          {t('settings.preview.send')}
        </Button>
        <p role="status" className={classes.help}>
          <Outcome test={test} channel={channel} />
        </p>
      </div>
    </section>
  );
}

interface OutcomeProps {
  /** `variables` is the recipient of the test, which may differ from the phone typed since. */
  test: { data: Reply<typeof sendTestMessage> | undefined; error: Error | null; variables: string | undefined };
  channel: SampleMessage['channel'];
}

function Outcome({ test: { data, error, variables: recipient }, channel }: OutcomeProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const errorText = useErrorText();
  if (error) {
    const field = error instanceof CallFailed ? error.problem?.fields?.['phone'] : undefined;
    return field === undefined ? problemText(error) : errorText(field);
  }
  if (!data) return null;
  if (data.problem === 'noProvider') return t(`messages.noProvider.${channel}`);
  if (data.state === 'queued') return t('settings.preview.sent', { recipient });
  return t(data.state === 'held' ? 'settings.preview.held' : 'settings.preview.notAllowed', { recipient });
}
