import { focusOrigin, returnFocusTo } from '@vestibule/ui/focus-back.ts';
import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { type ComponentType, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Page.module.css';
import { loadAhead, loadLater } from './load-later.ts';
import { toast } from './toast.ts';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
}

/**
 * A dialog that loads after the first input on its screen. If loading fails, it stays closed and a message shows.
 * @param ahead false for a rare dialog, which loads when it opens
 */
export function lazyDialog<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
  { ahead = true } = {},
) {
  return function LazyDialog(props: Props) {
    const { t } = useTranslation();
    const { opened, onClose } = props;
    const [Content, setContent] = useState<ComponentType<Props> | null>(null);
    const [isReady, setReady] = useState(false);
    const origin = useRef<Element>(null);
    const fail = useEffectEvent(() => {
      toast(t('ui.problem.network'));
      onClose();
    });

    useEffect(() => {
      if (!ahead) return;
      const fetchAhead = () => void loadAhead(load);
      addEventListener('pointermove', fetchAhead, { once: true });
      addEventListener('keydown', fetchAhead, { once: true });
      return () => {
        removeEventListener('pointermove', fetchAhead);
        removeEventListener('keydown', fetchAhead);
      };
    }, []);

    useEffect(() => {
      if (!opened || Content) return;
      loadLater(load).then(
        (loaded) => setContent(() => loaded),
        () => fail(),
      );
    }, [opened, Content]);

    // The menu that opened the dialog closes before the code has loaded.
    useLayoutEffect(() => {
      if (opened) origin.current = focusOrigin();
    }, [opened]);
    // A dialog stores the focus when it opens, so it must be rendered closed first.
    useLayoutEffect(() => {
      if (!Content) return;
      if (origin.current) returnFocusTo(origin.current);
      setReady(true);
    }, [Content]);

    if (Content) return <Content {...props} opened={opened && isReady} />;
    return opened && <DialogComing />;
  };
}

export function DialogComing() {
  const { t } = useTranslation();
  return (
    <div className={classes.coming}>
      <Spinner label={t('ui.list.loading')} />
    </div>
  );
}
