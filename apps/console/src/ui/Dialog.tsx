import { Modal, type ModalRootProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Dialog.module.css';
import { Mantine } from './Mantine.tsx';

interface DialogProps extends Omit<ModalRootProps, 'title' | 'role'> {
  title: ReactNode;
}

/**
 * A modal: 340 px wide, at least 200 high, corners of 16. Its close button has a name, focus is kept inside and goes
 * back to where it was. Put `data-autofocus` on what should have the focus first.
 */
export function Dialog({ title, children, size = 340, onExitTransitionEnd, ...props }: DialogProps) {
  const { t } = useTranslation();
  const afterClosing = () => {
    onExitTransitionEnd?.();
    setTimeout(keepFocus);
  };

  return (
    <Mantine>
      <Modal.Root
        size={size}
        padding={24}
        centered
        yOffset={16}
        xOffset={16}
        // The page behind is kept still by a rule in theme.css.
        lockScroll={false}
        transitionProps={{ transition: 'fade', duration: 150, timingFunction: 'cubic-bezier(0.2, 0, 0, 1)' }}
        onExitTransitionEnd={afterClosing}
        {...props}
      >
        <Modal.Overlay className={classes.overlay} />
        <Modal.Content classNames={{ content: classes.content }} radius={16}>
          <div className={classes.header}>
            <Modal.Title className={classes.title}>{title}</Modal.Title>
            <Modal.CloseButton className={classes.close} aria-label={t('ui.button.close')} />
          </div>
          <Modal.Body className={classes.body}>{children}</Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </Mantine>
  );
}

/** Where what had the focus is gone, as the row of somebody who was checked out, the content of the screen takes it. */
function keepFocus() {
  if (document.activeElement === document.body) document.querySelector('main')?.focus({ preventScroll: true });
}
