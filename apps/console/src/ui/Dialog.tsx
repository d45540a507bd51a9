import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Mantine } from './Mantine.tsx';

interface DialogProps extends Omit<ModalProps, 'title' | 'role'> {
  title: ReactNode;
}

/**
 * A modal: 340 px wide, at least 200 high, corners of 16. Its close button has a name, focus is kept inside and goes
 * back to where it was. Put `data-autofocus` on what should have the focus first.
 */
export function Dialog({ onExitTransitionEnd, ...props }: DialogProps) {
  const { t } = useTranslation();
  const afterClosing = () => {
    onExitTransitionEnd?.();
    setTimeout(keepFocus);
  };

  return (
    <Mantine>
      <Modal closeButtonProps={{ 'aria-label': t('ui.button.close') }} onExitTransitionEnd={afterClosing} {...props} />
    </Mantine>
  );
}

/** Where what had the focus is gone, as the row of somebody who was checked out, the content of the screen takes it. */
function keepFocus() {
  if (document.activeElement === document.body) document.querySelector('main')?.focus({ preventScroll: true });
}
