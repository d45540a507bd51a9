import type { Pass } from '@vestibule/contract/visits/pass.ts';
import type { PassTexts } from '@vestibule/phrases/en/visits/pass.ts';
import { useState } from 'preact/hooks';
import { Asking } from './Asking.tsx';
import type { GuestForm } from './pass-calls.ts';

interface GuestDetailsProps {
  t: PassTexts;
  isBusy: boolean;
  pass: Pass;
  isPhoneWrong: boolean;
  onSave: (form: GuestForm) => Promise<void>;
  onBack: () => void;
}

export function GuestDetails({ t, isBusy, pass, isPhoneWrong, onSave, onBack }: GuestDetailsProps) {
  const { guest, shouldSaveData, stored } = pass;
  const [isNameMissing, setIsNameMissing] = useState(false);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const data = new FormData(event.currentTarget);
    const value = (name: string) => {
      const typed = data.get(name);
      return typeof typed === 'string' ? typed.trim() : '';
    };
    const form = { name: value('name'), companyName: value('company'), phone: value('phone') };
    setIsNameMissing(form.name === '');
    if (form.name !== '') void onSave({ ...form, shouldSaveData: data.has('remember') });
  };
  return (
    <Asking t={t} isBusy={isBusy} title={t.checkInAhead} text={t.aheadHelp} onBack={onBack}>
      <form class="stack" onSubmit={save} noValidate>
        <label>
          {t.name}
          <input
            name="name"
            defaultValue={guest.name}
            maxLength={120}
            autoComplete="name"
            aria-invalid={isNameMissing}
            aria-describedby={isNameMissing ? 'name-problem' : undefined}
          />
        </label>
        {isNameMissing && (
          <p class="problem" id="name-problem" role="alert">
            {t.nameRequired}
          </p>
        )}
        <label>
          {t.company}
          <input name="company" defaultValue={guest.companyName ?? ''} maxLength={120} autoComplete="organization" />
        </label>
        <label>
          {t.phone}
          <input
            name="phone"
            type="tel"
            defaultValue={guest.phone ?? ''}
            maxLength={32}
            autoComplete="tel"
            aria-invalid={isPhoneWrong}
            aria-describedby={isPhoneWrong ? 'phone-problem' : undefined}
          />
        </label>
        {isPhoneWrong && (
          <p class="problem" id="phone-problem" role="alert">
            {t.phoneInvalid}
          </p>
        )}
        <label class="check">
          <input
            name="remember"
            type="checkbox"
            defaultChecked={shouldSaveData ?? stored.some(({ what }) => what === 'visitor')}
          />
          <span>
            {t.remember}
            <small>{t.rememberHelp}</small>
          </span>
        </label>
        <button class="main">{t.save}</button>
      </form>
    </Asking>
  );
}
