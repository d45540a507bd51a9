import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from 'react-aria-components';
import { IconButton } from './IconButton.tsx';
import { X } from './icons.tsx';
import classes from './ToastRegion.module.css';
import { toasts } from './toasts.ts';

interface ToastRegionProps {
  label: string;
  closeLabel: string;
}

export function ToastRegion({ label, closeLabel }: ToastRegionProps) {
  return (
    <AriaToastRegion queue={toasts} className={classes.toasts ?? ''} aria-label={label}>
      {({ toast }) => (
        <Toast toast={toast} className={classes.toast ?? ''}>
          {/* A status waits for the end of the current announcement. React Aria's default, an alert, interrupts it. */}
          <ToastContent className={classes.content ?? ''} role="status" aria-atomic={false}>
            <Text slot="title" className={classes.message ?? ''}>
              {toast.content}
            </Text>
            <IconButton icon={X} label={closeLabel} onClick={() => toasts.close(toast.key)} />
          </ToastContent>
        </Toast>
      )}
    </AriaToastRegion>
  );
}
