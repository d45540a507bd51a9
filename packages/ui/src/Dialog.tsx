import { X } from './icons.tsx';
import { type FocusEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react';
import { Button, Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import classes from './Dialog.module.css';
import { useFocusBack } from './focus-back.ts';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  onClosed?: (() => void) | undefined;
  title: ReactNode;
  /**
   * Accessible name of the close button. Without it, Escape and the buttons in the dialog close it, and a press beside it does not:
   * at a kiosk a hand may rest there.
   */
  closeLabel?: string | undefined;
  width?: number | undefined;
  placement?: 'center' | 'top' | 'left' | 'right' | undefined;
  isDismissable?: boolean | undefined;
  /** A form: a screen reader announces the title and the focused field only. Any other dialog is described by its content. */
  isForm?: boolean | undefined;
  describedBy?: string | undefined;
  children: ReactNode;
}

/** Traps the focus and returns it. `data-autofocus` marks the element that gets the focus first. */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, placement = 'center', width, isDismissable = true, onClosed, ...content } = props;
  const overlay = useRef<HTMLDivElement>(null);
  const focusBack = useFocusBack(isOpen);
  const afterClosing = () => {
    onClosed?.();
    setTimeout(focusBack.giveBack);
  };
  return (
    <ModalOverlay
      ref={overlay}
      className={classes.overlay ?? ''}
      data-placement={placement}
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      isDismissable={isDismissable && content.closeLabel !== undefined}
      isKeyboardDismissDisabled={!isDismissable}
      // A press on a toast, which is above the dialog, does not close it.
      shouldCloseOnInteractOutside={(element) => element === overlay.current}
    >
      <Modal className={classes.modal ?? ''} style={{ width }}>
        <Content {...content} isOpen={isOpen} dialog={focusBack.content} onClosed={afterClosing} />
      </Modal>
    </ModalOverlay>
  );
}

interface ContentProps extends Pick<
  DialogProps,
  'isOpen' | 'title' | 'closeLabel' | 'isForm' | 'describedBy' | 'children'
> {
  dialog: RefObject<HTMLElement | null>;
  onClosed: () => void;
}

function Content(props: ContentProps) {
  const { isOpen, onClosed, title, closeLabel, isForm = false, describedBy, dialog, children } = props;
  const body = useId();
  const closed = useEffectEvent(onClosed);
  useEffect(() => () => closed(), []);

  return (
    <AriaDialog
      ref={dialog}
      className={classes.dialog ?? ''}
      aria-describedby={isForm ? undefined : (describedBy ?? body)}
      data-modal={isOpen || undefined}
      data-leaving={!isOpen || undefined}
    >
      {/* While the dialog fades out, the keyboard and the pointer no longer reach it. */}
      <div className={classes.content} inert={!isOpen} onFocus={scrollToFirst}>
        <header className={classes.header}>
          <Heading slot="title" level={2} className={classes.title ?? ''}>
            {title}
          </Heading>
          {closeLabel !== undefined && (
            <Button slot="close" className={classes.close ?? ''} aria-label={closeLabel}>
              <X size={20} strokeWidth={1.75} aria-hidden />
            </Button>
          )}
        </header>
        <div className={classes.body} id={body}>
          {children}
        </div>
      </div>
      <FirstFocus />
    </AriaDialog>
  );
}

/** React Aria would wait for transitions of the page. */
function FirstFocus() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const dialog = place.current?.parentElement;
    if (dialog?.contains(document.activeElement)) return;
    const first = dialog?.querySelector('[data-autofocus]') ?? dialog;
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }, []);
  return <span ref={place} hidden />;
}

/** The focus does not scroll by itself to the element that gets it first. */
function scrollToFirst({ target }: FocusEvent) {
  if (target.matches('[data-autofocus]')) target.scrollIntoView({ block: 'nearest' });
}
