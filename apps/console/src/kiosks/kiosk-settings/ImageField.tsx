import type { ImageType } from '@vestibule/contract/platform/image.ts';
import { useController } from 'react-hook-form';
import { ImagePicker } from '../../building/image/use-image-picker.tsx';
import { useImages } from '../../building/image/use-images.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useErrorText } from '../../ui/problem-text.ts';
import type { KioskSettingsForm } from './kiosk-settings-form.ts';

interface ImageFieldProps {
  form: KioskSettingsForm;
  companyId: number;
  name: 'logoImageId' | 'backgroundImageId';
  type: ImageType;
  required?: boolean;
}

/** One of the company's pictures, or none. */
export function ImageField({ form, companyId, name, type, required = false }: ImageFieldProps) {
  const errorText = useErrorText();
  const { field, fieldState } = useController({ control: form.control, name });
  const { data } = useImages({ companyId }, type);
  const isNone = data?.pages.every(({ rows }) => rows.length === 0) ?? false;
  const key = fieldState.error?.message;
  return (
    <>
      <ImagePicker
        owner={{ companyId }}
        type={type}
        selected={field.value}
        onSelect={field.onChange}
        required={required}
      />
      {/* Where there are pictures, the picker itself says that one has to be chosen. */}
      {key !== undefined && (isNone || key !== 'pleaseSelectPic') && <Notice kind="problem">{errorText(key)}</Notice>}
    </>
  );
}
