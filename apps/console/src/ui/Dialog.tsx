import { Modal, type ModalProps } from '@mantine/core';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface DialogProps extends Omit<ModalProps, 'title' | 'role'> {
  title: ReactNode;
}

/**
 * A modal: 340 px wide, at least 200 high, corners of 16. Its close button has a name, focus is kept inside and goes
 * back to where it was. Put `data-autofocus` on what should have the focus first.
 */
export function Dialog(props: DialogProps) {
  const { t } = useTranslation();
  return <Modal closeButtonProps={{ 'aria-label': t('ui.button.close') }} {...props} />;
}
