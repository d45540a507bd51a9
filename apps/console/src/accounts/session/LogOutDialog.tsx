import { DiscardDialog } from '../../ui/dialog/DiscardDialog.tsx';
import { useLogOut } from './use-log-out.ts';

interface LogOutDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Asks whoever logs out whether what they typed may be lost. */
export function LogOutDialog({ opened, onClose }: LogOutDialogProps) {
  const logOut = useLogOut();
  const discard = () => {
    onClose();
    void logOut();
  };
  return <DiscardDialog opened={opened} onClose={onClose} onDiscard={discard} />;
}
