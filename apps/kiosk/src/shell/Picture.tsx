import { type ComponentProps, useState } from 'react';
import { useDevice } from '../device/use-device.ts';

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'onError'> {
  address: string;
  /** An image that the kiosk stores instead. */
  substitute?: string;
  alt: string;
}

/** An image of the server, or its stored copy offline. */
export function Picture({ address, substitute, alt, ...props }: PictureProps) {
  const { recallPicture } = useDevice();
  const [kept, setKept] = useState({ address: '', picture: '' });
  const isKept = kept.address === address;
  const recall = async () => {
    const picture = (await recallPicture(address)) ?? (substitute && (await recallPicture(substitute)));
    if (picture) setKept({ address, picture });
  };
  return (
    <img
      {...props}
      src={isKept ? kept.picture : address}
      alt={alt}
      onError={isKept ? undefined : () => void recall()}
    />
  );
}
