import { Switch } from '@vestibule/ui/Checkbox.tsx';
import { useRef, useState } from 'react';
import { useProblemText } from './problem-text.ts';
import { toast } from './toast.ts';

interface SavedSwitchProps {
  label: string;
  saved: boolean;
  save: (isOn: boolean) => Promise<unknown>;
}

/**
 * A choice during a save is saved after it, so that the last choice wins. After a failure the switch shows the saved state again, with a
 * toast.
 */
export function SavedSwitch({ label, saved, save }: SavedSwitchProps) {
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

  return <Switch label={label} isOn={chosen ?? saved} onChange={(isOn) => void change(isOn)} />;
}
