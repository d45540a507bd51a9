import type { PassTexts } from '@vestibule/phrases/en/visits/pass.ts';

interface StillHereProps {
  t: PassTexts;
  clock: (moment: string) => string;
  isBusy: boolean;
  stay: { isAsked: boolean; staysUntil: string | null };
  onStay: () => void;
  onLeave: () => void;
}

/** The question, or when it comes again. "I have left" stays in both. */
export function StillHere({ t, clock, isBusy, stay: { isAsked, staysUntil }, onStay, onLeave }: StillHereProps) {
  return (
    <fieldset class="stack" disabled={isBusy}>
      {isAsked && <h1>{t.stillHere}</h1>}
      {!isAsked && staysUntil !== null && <p class="gray">{t.stays(clock(staysUntil))}</p>}
      {isAsked && (
        <button class="main" onClick={onStay}>
          {t.stay}
        </button>
      )}
      <button onClick={onLeave}>{t.leave}</button>
      <p class="small gray">{t.leaveHelp}</p>
    </fieldset>
  );
}
