import { useRef, useState } from 'react';
import { useProblemText } from './problem-text.ts';
import { toast } from './toast.ts';

/**
 * A switch that is saved at once. It shows what was chosen last; while that is being saved it can be switched again, which is saved
 * after it and not beside it, so that what was chosen last stays. When it fails the switch shows again what is saved, and a toast why.
 */
export function useSavedSwitch(saved: boolean, save: (isOn: boolean) => Promise<unknown>) {
  const problemText = useProblemText();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const last = useRef(saved);
  const isSaving = useRef(false);

  const change = async (isOn: boolean) => {
    setChosen(isOn);
    last.current = isOn;
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      let sent;
      do {
        sent = last.current;
        await save(sent);
      } while (sent !== last.current);
    } catch (error) {
      toast(problemText(error));
    }
    isSaving.current = false;
    setChosen(null);
  };

  return { checked: chosen ?? saved, onChange: (isOn: boolean) => void change(isOn) };
}
