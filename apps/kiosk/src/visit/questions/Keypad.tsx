import { Delete } from '@vestibule/ui/icons.tsx';
import { type ReactNode, useRef } from 'react';
import { useTexts } from '../../ui/texts.tsx';
import classes from './PhoneScreen.module.css';

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '+', '0'];

/** The keys of a telephone. They leave the focus where it is, so that a keyboard can be used beside them. */
export function Keypad({ onKey, onErase }: { onKey: (key: string) => void; onErase: () => void }) {
  const { phone } = useTexts();
  return (
    <div className={classes.keypad} onPointerDown={(event) => event.preventDefault()}>
      {keys.map((key) => (
        <Key key={key} onPress={() => onKey(key)}>
          {key}
        </Key>
      ))}
      <Key label={phone.erase} onPress={onErase}>
        <Delete />
      </Key>
    </div>
  );
}

/** One key. Of two that are touched at once a browser clicks neither, so a touch counts as soon as it ends. */
function Key({ label, onPress, children }: { label?: string; onPress: () => void; children: ReactNode }) {
  const wasTouched = useRef(false);
  return (
    <button
      type="button"
      className={classes.key}
      data-again
      aria-label={label}
      onPointerUp={({ pointerType, clientX, clientY, currentTarget, defaultPrevented }) => {
        const isOn = currentTarget.contains(document.elementFromPoint(clientX, clientY));
        // The screen may have come below a finger that has pressed something else before.
        if (pointerType !== 'touch' || !isOn || defaultPrevented) return;
        wasTouched.current = true;
        onPress();
      }}
      onClick={({ detail }) => {
        const isSame = wasTouched.current && detail > 0;
        wasTouched.current = false;
        if (!isSame) onPress();
      }}
    >
      {children}
    </button>
  );
}
