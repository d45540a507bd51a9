import { EraseIcon } from '../ui/icons.tsx';
import { useTexts } from '../ui/texts.tsx';
import classes from './Keypad.module.css';

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '+', '0'];

/** The keys of a telephone. They leave the focus where it is, so that a keyboard can be used beside them. */
export function Keypad({ onKey, onErase }: { onKey: (key: string) => void; onErase: () => void }) {
  const { phone } = useTexts();
  return (
    <div className={classes.keypad} onPointerDown={(event) => event.preventDefault()}>
      {keys.map((key) => (
        <button type="button" key={key} className={classes.key} data-again onClick={() => onKey(key)}>
          {key}
        </button>
      ))}
      <button type="button" className={classes.key} data-again aria-label={phone.erase} onClick={onErase}>
        <EraseIcon />
      </button>
    </div>
  );
}
