import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { Building2, Compass, type Icon, Plus, Settings2, Tablet, UserRound, UsersRound } from '@vestibule/ui/icons.tsx';
import { fold } from '@vestibule/web/fold.ts';
import { useSignedIn } from '@vestibule/web/session.ts';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import classes from './FinderDialog.module.css';
import { type Find, type FindKind, findKinds, useFinds } from './use-finds.ts';

const icons: Record<FindKind, Icon> = {
  visitor: UserRound,
  employee: UsersRound,
  tenant: Building2,
  company: Building2,
  kiosk: Tablet,
  screen: Compass,
  setting: Settings2,
  action: Plus,
};

interface FinderDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function FinderDialog({ opened, onClose }: FinderDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog isForm opened={opened} onClose={onClose} title={t('shell.finder.open')} width={620} placement="top">
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

  // The user may already be typing while the dialog fades in.
  useEffect(() => field.current?.focus(), []);

  const active = finds[Math.min(at, finds.length - 1)];

  const go = async (find: Find | undefined) => {
    if (!find) return;
    onClose();
    await navigate(find.to, find.act && { state: { act: find.act } });
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
      <FindList id={id} words={words} finds={finds} active={active} isSearching={isSearching} onChoose={go} />
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
  words: string;
  finds: readonly Find[];
  active: Find | undefined;
  isSearching: boolean;
  onChoose: (find: Find) => Promise<void>;
}

function FindList({ id, words, finds, active, isSearching, onChoose }: FindListProps) {
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
      {findKinds.map((kind) => {
        const ofKind = finds.filter((find) => find.kind === kind);
        return (
          ofKind.length > 0 && (
            <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
              <p className={classes.kind} id={`${id}-${kind}`}>
                {t(`shell.finder.kind.${kind}`)}
              </p>
              {ofKind.map((find) => (
                <Option
                  key={find.key}
                  id={id}
                  words={words}
                  find={find}
                  isActive={find === active}
                  onChoose={onChoose}
                />
              ))}
            </div>
          )
        );
      })}
    </div>
  );
}

interface OptionProps extends Pick<FindListProps, 'id' | 'words' | 'onChoose'> {
  find: Find;
  isActive: boolean;
}

function Option({ id, words, find, isActive, onChoose }: OptionProps) {
  const { kind, key, name, detail, state } = find;
  const Icon = icons[kind];
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the focus and its keys
    <div
      id={`${id}-${key}`}
      className={classes.find}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={() => onChoose(find)}
    >
      <Icon className={classes.icon} size={16} strokeWidth={1.75} aria-hidden />
      <span className={classes.name} title={name}>
        <Marked text={name} words={words} />
      </span>
      {detail !== undefined && (
        <span className={classes.detail} title={detail}>
          <Marked text={detail} words={words} />
        </span>
      )}
      {state && (
        <span className={classes.state} data-tone={state.tone}>
          {state.text}
        </span>
      )}
    </div>
  );
}

/** Marks the searched words, if folding keeps the length of the text. */
function Marked({ text, words }: { text: string; words: string }) {
  const [all, wanted] = [fold(text), fold(words.trim())];
  const start = wanted === '' || all.length !== text.length ? -1 : all.indexOf(wanted);
  if (start < 0) return text;
  const end = start + wanted.length;
  return (
    <>
      {text.slice(0, start)}
      <mark className={classes.mark}>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}
