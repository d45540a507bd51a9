import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { useMediaQuery } from '@vestibule/ui/hooks.ts';
import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { ArrowDown, ArrowUp, X } from '@vestibule/ui/icons.tsx';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { VisitorDetails, type VisitorPanelProps } from './VisitorDetails.tsx';
import classes from './VisitorPanel.module.css';

/** Beside the list, or over it in a narrow window. The arrow keys open the next row, Escape closes. */
export function VisitorPanel(props: VisitorPanelProps) {
  const { opened, onClose, visitor } = props;
  const isOver = useMediaQuery('(max-width: 79.9375em)');
  if (!visitor) return null;
  if (!isOver) return opened && <Aside {...props} visitor={visitor} />;
  return (
    <Dialog opened={opened} onClose={onClose} title={visitor.name} placement="right" width={392}>
      <Over {...props} visitor={visitor} />
    </Dialog>
  );
}

function Over(props: VisitorPanelProps & { visitor: Visitor }) {
  const { visitor } = props;
  const content = useRef<HTMLDivElement>(null);
  useArrows(content, props);
  return (
    <div ref={content} className={classes.over}>
      <VisitorDetails {...props} key={visitor.id} visitor={visitor} steps={<Steps {...props} />} />
    </div>
  );
}

function Aside(props: VisitorPanelProps & { visitor: Visitor }) {
  const { onClose, visitor } = props;
  const { t } = useTranslation();
  const panel = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const close = useEffectEvent(onClose);
  const { id } = visitor;
  useArrows(panel, props);

  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  // The focus returns to the row, unless the user has moved it.
  const shown = useRef(id);
  useEffect(() => {
    shown.current = id;
  }, [id]);
  useLayoutEffect(() => {
    const element = panel.current;
    return () => {
      const focused = document.activeElement;
      // A button of the panel that was removed has moved the focus to `<main>`.
      const isElsewhere = focused !== document.body && !focused?.matches('main');
      if (isElsewhere && !element?.contains(focused)) return;
      setTimeout(() => document.querySelector<HTMLElement>(`[data-opens="${shown.current}"]`)?.focus());
    };
  }, []);
  useEffect(() => {
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const isOfOther = event.target instanceof Element && event.target.matches('input, select, textarea');
      // The dialog or the menu in front closes first.
      if (!isOfOther && !document.querySelector('[data-modal], [role="menu"]')) close();
    };
    addEventListener('keydown', onEscape, { capture: true });
    return () => removeEventListener('keydown', onEscape, { capture: true });
  }, []);

  return (
    <aside ref={panel} className={classes.panel} data-beside aria-label={visitor.name}>
      <header className={classes.header}>
        <h2 ref={title} className={classes.title} tabIndex={-1}>
          {visitor.name}
        </h2>
        <div className={classes.buttons}>
          <Steps {...props} />
          <IconButton icon={X} label={t('ui.button.close')} onClick={onClose} />
        </div>
      </header>
      <VisitorDetails {...props} key={id} visitor={visitor} />
    </aside>
  );
}

function Steps({ onPrevious, onNext }: Pick<VisitorPanelProps, 'onPrevious' | 'onNext'>) {
  const { t } = useTranslation();
  return (
    <>
      <IconButton
        icon={ArrowUp}
        label={t('visitorPanel.previous')}
        disabled={!onPrevious}
        onClick={() => onPrevious?.()}
      />
      <IconButton icon={ArrowDown} label={t('visitorPanel.next')} disabled={!onNext} onClick={() => onNext?.()} />
    </>
  );
}

/** Works while the focus is in the panel. */
function useArrows(panel: RefObject<HTMLElement | null>, { onPrevious, onNext }: VisitorPanelProps) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const go = event.key === 'ArrowUp' ? onPrevious : event.key === 'ArrowDown' ? onNext : null;
    if (!go || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go();
  });
  useEffect(() => {
    const element = panel.current;
    const onKeyDown = (event: KeyboardEvent) => press(event);
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [panel]);
}
