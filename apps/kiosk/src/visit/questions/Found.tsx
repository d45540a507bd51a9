import { Button } from '@vestibule/ui/Button.tsx';
import { Phone } from '@vestibule/ui/icons.tsx';
import { initialsOf } from '@vestibule/contract/platform/initials.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { Screen } from '../../ui/Screen.tsx';
import { fill, useTexts } from '../../ui/texts.tsx';
import classes from './Offer.module.css';
import { NotMe, type QuestionProps, useWays } from './Ways.tsx';

/** The keypad was at the same place, and a finger may still type. */
const settleMs = 300;

/** The tenant or host who expects the visitor. */
export function Expecting({ name, detail, face }: { name: string; detail?: string | undefined; face?: ReactNode }) {
  const { found } = useTexts();
  return (
    <div className={classes.fact}>
      {face || <span aria-hidden>{initialsOf(name)}</span>}
      <div>
        <p>{fill(found.expected, { tenant: name })}</p>
        {detail !== undefined && <p className={classes.detail}>{detail}</p>}
      </div>
    </div>
  );
}

interface FoundProps extends QuestionProps {
  title: string;
  /** Replaces the ways to another visitor. */
  ways?: ReactNode;
  children: ReactNode;
}

export function Found({ title, ways, children, ...props }: FoundProps) {
  const { found } = useTexts();
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    const settling = setTimeout(() => setIsSettled(true), settleMs);
    return () => clearTimeout(settling);
  }, []);
  return (
    <Screen {...useWays(props)} title={title} isBig>
      <div className={classes.found} style={isSettled ? undefined : { pointerEvents: 'none' }}>
        {children}
      </div>
      <div className={classes.row} style={isSettled ? undefined : { pointerEvents: 'none' }}>
        {ways === undefined ? (
          <>
            <Button variant="secondary" icon={<Phone />} onClick={() => props.go({ type: 'back' })}>
              {found.change}
            </Button>
            <NotMe {...props} />
          </>
        ) : (
          ways
        )}
      </div>
    </Screen>
  );
}

interface PickProps {
  variant?: 'primary';
  icon: ReactNode;
  onClick: () => void;
  children: ReactNode;
}

export function Pick({ variant, ...props }: PickProps) {
  return <Button variant={variant ?? 'secondary'} size="large" className={classes.pick} {...props} />;
}
