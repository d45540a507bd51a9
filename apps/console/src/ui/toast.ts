import { notifications } from '@mantine/notifications';

/** A sentence at the top right for three seconds: something was done. What failed is said where it was tried. */
export function toast(message: string) {
  notifications.show({ message, withCloseButton: true });
}
