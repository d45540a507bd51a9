import { Button } from '@vestibule/ui/Button.tsx';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { paperOf } from './badge-sheets.ts';
import classes from './BadgePreviewDialog.module.css';
import { SheetFrame } from '@vestibule/web/SheetFrame.tsx';

/** Shows badges as they will be printed, with the paper that they are made for. */
export function BadgePreviewDialog({ target: html, opened, onClose }: TargetDialog<string>) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const paper = html === null ? undefined : paperOf(html);

  return (
    <Dialog opened={opened} onClose={onClose} title={t('visitors.badge.title')} width={480}>
      {paper && <p className={classes.paper}>{t('visitors.badge.paper', paper)}</p>}
      {html !== null && (
        <SheetFrame ref={frame} className={classes.sheet} html={html} title={t('visitors.badge.title')} />
      )}
      <DialogButtons>
        <Button variant="secondary" onClick={onClose}>
          {t('ui.button.close')}
        </Button>
        <Button data-autofocus onClick={() => frame.current?.contentWindow?.print()}>
          {t('visitors.badge.print')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
