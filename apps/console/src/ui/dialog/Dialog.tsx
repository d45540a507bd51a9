import { Modal, type ModalRootProps } from '@mantine/core';
import type { FocusEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Dialog.module.css';
import { Mantine } from '../Mantine.tsx';
import { useFocusBack } from '../keyboard/use-focus-back.ts';

interface DialogProps extends Omit<ModalRootProps, 'title' | 'role'> {
  title: ReactNode;
  /** It is worked in: all of it is not read out when it opens, only the title and where the focus is. */
  isForm?: boolean;
}

/**
 * A modal: 340 px wide, at least 200 high, corners of 16. Its close button has a name, focus is kept inside and goes
 * back to where it was. Put `data-autofocus` on what should have the focus first.
 */
export function Dialog(props: DialogProps) {
  const { title, children, isForm = false, size = 340, opened, onClose, onExitTransitionEnd, ...root } = props;
  const { t } = useTranslation();
  // Mantine's own is what describes the dialog.
  const Body = isForm ? 'div' : Modal.Body;
  const { content, giveBack } = useFocusBack(opened);
  const close = () => {
    if (opened) onClose();
  };
  const afterClosing = () => {
    onExitTransitionEnd?.();
    setTimeout(giveBack);
  };

  return (
    <Mantine>
      <Modal.Root
        opened={opened}
        onClose={close}
        size={size}
        padding={24}
        centered
        yOffset={16}
        xOffset={16}
        // The page behind is kept still by a rule in theme.css.
        lockScroll={false}
        // Mantine's own forgets where the focus was while the question about discarding lies over a form.
        returnFocus={false}
        transitionProps={{ transition: 'fade', duration: 150, timingFunction: 'cubic-bezier(0.2, 0, 0, 1)' }}
        onExitTransitionEnd={afterClosing}
        {...root}
      >
        <Modal.Overlay className={classes.overlay} />
        <Modal.Content
          ref={content}
          classNames={{ inner: classes.inner, content: classes.content }}
          radius={16}
          data-leaving={opened ? undefined : ''}
          inert={!opened}
          onFocus={showFirst}
        >
          <div className={classes.header}>
            <Modal.Title className={classes.title}>{title}</Modal.Title>
            <Modal.CloseButton iconSize={20} className={classes.close} aria-label={t('ui.button.close')} />
          </div>
          <Body className={classes.body}>{children}</Body>
        </Modal.Content>
      </Modal.Root>
    </Mantine>
  );
}

/** What has the focus first gets it without being scrolled to. */
function showFirst({ target }: FocusEvent) {
  if (target.matches('[data-autofocus]')) target.scrollIntoView({ block: 'nearest' });
}
