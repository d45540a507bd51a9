import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { Building2, Compass, type Icon, UserRound, UsersRound } from '@vestibule/ui/icons.tsx';
import { useSignedIn } from '@vestibule/web/session.ts';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import classes from './FinderDialog.module.css';
import { type Find, useFinds } from './use-finds.ts';

const icons: Record<Find['kind'], Icon> = {
  screen: Compass,
  company: Building2,
  tenant: UsersRound,
  visitor: UserRound,
};

interface FinderDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function FinderDialog({ opened, onClose }: FinderDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog isForm opened={opened} onClose={onClose} title={t('shell.finder.open')} width={480} placement="top">
      <Finder onClose={onClose} />
    </Dialog>
  );
}

function Finder({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  // The user pressed Enter before the search ended.
  const [isHurried, setHurried] = useState(false);
  const { finds, isSearching, failure } = useFinds(useSignedIn(), words);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);

  // Takes the focus before the dialog has faded in: the user may already be typing.
  useEffect(() => field.current?.focus(), []);

  const active = finds[Math.min(at, finds.length - 1)];

  const go = async (find: Find | undefined) => {
    if (!find) return;
    onClose();
    await navigate(find.to);
  };
  const goOn = useEffectEvent(() => void go(active));

  useEffect(() => {
    if (isHurried && !isSearching) goOn();
  }, [isHurried, isSearching]);

  const onKeyDown = async (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setHurried(false);
      setAt((Math.min(at, finds.length - 1) + step + finds.length) % Math.max(1, finds.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isSearching) setHurried(true);
      else await go(active);
    }
  };

  return (
    <>
      <TextInput
        ref={field}
        placeholder={t('shell.finder.title')}
        role="combobox"
        aria-label={t('shell.finder.label')}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={active && `${id}-${active.key}`}
        value={words}
        maxLength={200}
        autoComplete="off"
        data-autofocus
        onChange={(event) => {
          setWords(event.currentTarget.value);
          setAt(0);
          setHurried(false);
        }}
        onKeyDown={onKeyDown}
      />
      <FindList id={id} finds={finds} active={active} isSearching={isSearching} onChoose={go} />
      {failure !== null && !isSearching && (
        <div className={classes.failure}>
          <Notice kind="problem">{problemText(failure)}</Notice>
        </div>
      )}
      {finds.length === 0 && failure === null && !isSearching && (
        <p className={classes.nothing} role="status">
          {t('shell.finder.nothing', { search: words.trim() })}
        </p>
      )}
    </>
  );
}

interface FindListProps {
  id: string;
  finds: readonly Find[];
  active: Find | undefined;
  isSearching: boolean;
  onChoose: (find: Find) => Promise<void>;
}

function FindList({ id, finds, active, isSearching, onChoose }: FindListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.key]);

  return (
    <div
      ref={list}
      className={classes.finds}
      id={id}
      role="listbox"
      aria-label={t('shell.finder.results')}
      aria-busy={isSearching}
    >
      {finds.map((find) => {
        const Icon = icons[find.kind];
        return (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the focus and its keys
          <div
            key={find.key}
            id={`${id}-${find.key}`}
            className={classes.find}
            role="option"
            tabIndex={-1}
            aria-selected={find === active}
            onClick={() => onChoose(find)}
          >
            <Icon className={classes.icon} size={20} strokeWidth={1.75} aria-hidden />
            <span className={classes.name}>{find.name}</span>
            {find.detail && <span className={classes.detail}>{find.detail}</span>}
            <span className={classes.kind}>{t(`shell.finder.kind.${find.kind}`)}</span>
          </div>
        );
      })}
    </div>
  );
}
