import { Delete } from '@vestibule/ui/icons.tsx';
import { type ReactNode, useRef } from 'react';
import { useTexts } from '../../ui/texts.tsx';
import classes from './PhoneScreen.module.css';

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '+', '0'];

/** A phone keypad. It leaves the focus in the field, so that a keyboard works too. */
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

/** If two keys are touched at once, a browser clicks neither, so a touch counts when it ends. */
export function Key({ label, onPress, children }: { label?: string; onPress: () => void; children: ReactNode }) {
  const wasTouched = useRef(false);
  return (
    <button
      type="button"
      className={classes.key}
      data-again
      aria-label={label}
      onPointerUp={({ pointerType, clientX, clientY, currentTarget, defaultPrevented }) => {
        const isOn = currentTarget.contains(document.elementFromPoint(clientX, clientY));
        // The screen may have appeared below a finger that pressed another button.
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
