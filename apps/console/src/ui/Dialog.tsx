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
export function Dialog(props: DialogProps) {
  const { t } = useTranslation();
  return (
    <Mantine>
      <Modal closeButtonProps={{ 'aria-label': t('ui.button.close') }} {...props} />
    </Mantine>
  );
}
