import { useSignedIn } from '@vestibule/web/session.ts';
import { Building2, Compass, type LucideIcon, UserRound, UsersRound } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Dialog } from '../ui/Dialog.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import classes from './FinderDialog.module.css';
import { type Find, useFinds } from './use-finds.ts';

const icons: Record<Find['kind'], LucideIcon> = {
  screen: Compass,
  company: Building2,
  tenant: UsersRound,
  visitor: UserRound,
};

interface FinderDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Finds any screen, company, tenant or visitor that the user may see, and goes there. */
export function FinderDialog({ opened, onClose }: FinderDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('shell.finder.open')}
      size={480}
      yOffset="12dvh"
      centered={false}
    >
      <Finder onClose={onClose} />
    </Dialog>
  );
}

/** The inside of the dialog: it begins anew each time that the dialog opens. */
function Finder({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const { finds, isSearching } = useFinds(useSignedIn(), words);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);

  // At once, not when the dialog has faded in: who knows the keys types on without looking.
  useEffect(() => field.current?.focus(), []);

  const active = finds[Math.min(at, finds.length - 1)];

  const go = async (find: Find | undefined) => {
    if (!find) return;
    onClose();
    await navigate(find.to);
  };

  const onKeyDown = async (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setAt((Math.min(at, finds.length - 1) + step + finds.length) % Math.max(1, finds.length));
    } else if (event.key === 'Enter' && !isSearching) {
      event.preventDefault();
      await go(active);
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
        }}
        onKeyDown={onKeyDown}
      />
      <div
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
              onClick={() => go(find)}
            >
              <Icon className={classes.icon} size={20} strokeWidth={1.75} aria-hidden />
              <span className={classes.name}>{find.name}</span>
              {find.detail && <span className={classes.detail}>{find.detail}</span>}
              <span className={classes.kind}>{t(`shell.finder.kind.${find.kind}`)}</span>
            </div>
          );
        })}
      </div>
      {finds.length === 0 && !isSearching && (
        <p className={classes.nothing} role="status">
          {t('shell.finder.nothing', { search: words.trim() })}
        </p>
      )}
    </>
  );
}
