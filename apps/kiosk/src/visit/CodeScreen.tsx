import { Button } from '@vestibule/ui/Button.tsx';
import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { ArrowLeft, ArrowRight, Delete } from '@vestibule/ui/icons.tsx';
import { useEffect, useRef, useState } from 'react';
import { useRunning } from '../device/use-device.ts';
import type { Flow, FlowEvent } from '../flow-states.ts';
import { Band } from '../shell/Face.tsx';
import { sayRefusal } from '../ui/refusal-texts.ts';
import { problemId, Screen, textId, titleId } from '../ui/Screen.tsx';
import { useTexts } from '../ui/texts.tsx';
import { useInvitationTexts } from '../ui/use-invitation-texts.ts';
import classes from './CodeScreen.module.css';
import { Key } from './questions/Keypad.tsx';
import { Tools } from './Tools.tsx';

/** Without letters that look like a digit. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 8;
/** A hardware scanner types more characters, and without a pause. */
const settleMs = 400;

interface CodeScreenProps {
  flow: Extract<Flow, { at: 'code' }>;
  go: (event: FlowEvent) => void;
}

/** Takes the 8 characters below the QR code of a pass, and looks them up as soon as they are complete. */
export function CodeScreen({ flow, go }: CodeScreenProps) {
  const texts = useTexts();
  const { code, unusable, next } = useInvitationTexts();
  const { isConnected } = useRunning();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(flow.typed);
  const [isShort, setIsShort] = useState(false);
  const [refusal, setRefusal] = useState(flow.problem);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(settling.current), []);

  const lookUp = (code: string) => {
    setIsShort(code.length !== length);
    if (code.length === length) go({ type: 'typeCode', code });
    else field.current?.focus();
  };
  const type = (now: string) => {
    setTyped(now);
    setIsShort(false);
    setRefusal(null);
    clearTimeout(settling.current);
    if (now.length === length) settling.current = setTimeout(() => lookUp(now), settleMs);
  };

  const describe = (reason: string) => {
    if (reason in unusable) {
      const known = new Map(Object.entries(unusable)).get(reason);
      return `${known}. ${new Map(Object.entries(next)).get(reason)}`;
    }
    return reason === 'network' || reason === 'noAnswer' ? code.offline : sayRefusal(texts, reason);
  };
  const problem = isShort ? code.short : refusal === null ? (isConnected ? null : code.offline) : describe(refusal);
  return (
    <Screen
      hasField
      top={<Band />}
      title={code.title}
      text={problem === null ? code.text : undefined}
      problem={problem}
      left={
        <Button variant="secondary" icon={<ArrowLeft />} onClick={() => go({ type: 'back' })}>
          {texts.back}
        </Button>
      }
      tools={<Tools />}
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          lookUp(typed);
        }}
      >
        {/* The keys replace the keyboard of the tablet. */}
        <TextInput
          ref={field}
          className={classes.code}
          label={code.label}
          isLabelHidden
          inputMode="none"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          aria-required
          aria-invalid={isShort || refusal !== null}
          aria-describedby={problem === null ? `${titleId} ${textId}` : problemId}
          value={inGroups(typed)}
          onChange={(event) => type(lettersIn(event.currentTarget.value))}
        />
        <div className={classes.keys} onPointerDown={(event) => event.preventDefault()}>
          {Array.from(letters, (letter) => (
            <Key key={letter} onPress={() => type((typed + letter).slice(0, length))}>
              {letter}
            </Key>
          ))}
          <Key label={texts.phone.erase} onPress={() => type(typed.slice(0, -1))}>
            <Delete />
          </Key>
          <Button
            type="submit"
            variant="primary"
            className={classes.next}
            aria-label={texts.next}
            disabled={typed === ''}
            icon={<ArrowRight />}
          />
        </div>
      </form>
    </Screen>
  );
}

function inGroups(typed: string): string {
  return [typed.slice(0, 4), typed.slice(4, length)].filter(Boolean).join(' ');
}

/** People read O as 0, and I or L as 1. Keeps more characters than a code has, so that those of a scanner are no code. */
function lettersIn(text: string): string {
  const read = text.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return Array.from(read)
    .filter((letter) => letters.includes(letter))
    .join('');
}
