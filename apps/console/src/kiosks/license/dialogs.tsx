import {
  type License,
  LicenseDescription,
  type LicenseFolder,
  LicenseFolderName,
  NewLicenses,
  licenseLimits,
} from '@vestibule/contract/kiosks/license.ts';
import { NumberField } from '@vestibule/ui/NumberField.tsx';
import { CallFailed } from '@vestibule/web/call.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { CreateDialog } from '../../ui/dialog/CreateDialog.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { RenameDialog } from '../../ui/dialog/RenameDialog.tsx';
import { typedWord } from '../../ui/dialog/typed-word.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useConcurrentChange } from '../../ui/form/use-concurrent-change.ts';
import { useField } from '../../ui/form/use-field.ts';
import { type FormOf, useZodForm } from '../../ui/form/use-zod-form.ts';
import type { PageQuery } from '../../ui/list/use-list-state.ts';
import type { Selection } from '../../ui/list/use-selection.ts';
import { toast } from '../../ui/toast.ts';
import type { Shortfall } from './ShortfallNotice.tsx';
import {
  useCreateFolder,
  useCreateLicenses,
  useDeleteFolder,
  useDeleteLicenses,
  useDescribeLicense,
  useDetachLicense,
  useFolderChoice,
  useRenameFolder,
} from './use-licenses.ts';

interface CreateFolderDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function CreateFolderDialog({ opened, onClose }: CreateFolderDialogProps) {
  const { t } = useTranslation();
  const create = useCreateFolder();

  return (
    <CreateDialog
      opened={opened}
      onClose={onClose}
      title={t('licenses.folder.creating.title')}
      label={t('licenses.folder.field.name')}
      submitLabel={t('licenses.folder.creating.submit')}
      schema={LicenseFolderName}
      onCreate={(name, idempotencyKey) => create.mutateAsync({ name, idempotencyKey })}
      done={({ name }) => t('licenses.folder.creating.done', { name })}
    />
  );
}

export function RenameFolderDialog(dialog: TargetDialog<LicenseFolder>) {
  const { t } = useTranslation();
  const rename = useRenameFolder();
  return (
    <RenameDialog
      {...dialog}
      title={t('licenses.folder.renaming.title')}
      label={t('licenses.folder.field.name')}
      submitLabel={t('ui.button.save')}
      schema={LicenseFolderName}
      onRename={({ id }, change) => rename.mutateAsync({ folderId: id, ...change })}
      done={(name) => t('licenses.folder.renaming.done', { name })}
    />
  );
}

interface DeleteFolderDialogProps extends TargetDialog<LicenseFolder> {
  onDeleted: (folderId: number) => void;
}

export function DeleteFolderDialog({ target: folder, opened, onClose, onDeleted }: DeleteFolderDialogProps) {
  const { t } = useTranslation();
  const deleteFolder = useDeleteFolder();
  if (!folder) return null;
  const { id, name, licenseCount } = folder;
  const holdsKeys = licenseCount > 0;

  const confirm = async () => {
    await deleteFolder.mutateAsync({ folderId: id, ifEmpty: !holdsKeys });
    onDeleted(id);
    toast(t('licenses.folder.deleting.done', { name }));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('licenses.folder.deleting.title')}
      confirmLabel={t('ui.button.delete')}
      onConfirm={confirm}
      typedWord={holdsKeys ? typedWord : undefined}
    >
      {holdsKeys
        ? t('licenses.folder.deleting.sureWithKeys', { name, number: licenseCount })
        : t('licenses.folder.deleting.sure', { name })}
    </ConfirmDialog>
  );
}

interface AddKeysDialogProps extends TargetDialog<LicenseFolder> {
  onShortfall: (shortfall: Shortfall) => void;
}

export function AddKeysDialog({ target, opened, onClose, onShortfall }: AddKeysDialogProps) {
  const { t } = useTranslation();
  const form = useZodForm(NewLicenses, { defaultValues: { amount: 1, folderId: target?.id } });
  const create = useCreateLicenses();
  const [once] = useState(createOnce);
  const folders = useFolderChoice(target);

  const add = async (body: NewLicenses) => {
    const { licenses, unsuccessfulAmount } = await once.run(body, (idempotencyKey) =>
      create.mutateAsync({ ...body, idempotencyKey }),
    );
    const folder = folders.options.find(({ value }) => value === body.folderId)?.label ?? '';
    const added = licenses.length;
    if (unsuccessfulAmount > 0) onShortfall({ folder, added, unsuccessful: unsuccessfulAmount });
    else toast(t('licenses.key.adding.done', { folder, number: added }));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('licenses.key.adding.title')}
      once={once}
      form={form}
      onSubmit={add}
      submitLabel={t('licenses.key.adding.submit')}
      submitUnchanged
    >
      <AmountField form={form} />
      <SelectField
        control={form.control}
        name="folderId"
        label={t('licenses.key.field.folder')}
        required
        options={folders.options}
        onEnd={folders.more}
        searchable
      />
    </FormDialog>
  );
}

/** Accepts numbers out of bounds. Sending the form marks them. */
function AmountField({ form }: { form: FormOf<{ amount: number; folderId: number | undefined }, NewLicenses> }) {
  const { t } = useTranslation();
  const { field, look } = useField({
    control: form.control,
    name: 'amount',
    label: t('licenses.key.field.amount'),
    required: true,
    initialFocus: true,
  });
  return (
    <NumberField
      label={look.label}
      error={look.error}
      isRequired={look['aria-required']}
      isFirst={look['data-autofocus']}
      min={1}
      max={licenseLimits.added}
      {...field}
      value={field.value ?? null}
    />
  );
}

export function DescribeDialog({ target: license, opened, onClose }: TargetDialog<License>) {
  const { t } = useTranslation();
  const form = useZodForm(LicenseDescription, { values: { description: license?.description ?? '' } });
  const describe = useDescribeLicense();
  const concurrent = useConcurrentChange(license?.description ?? null, z.string().nullable());

  const save = async ({ description }: { description: string | null }) => {
    if (!license) return;
    const change = { licenseId: license.id, description, previous: concurrent.previous };
    await concurrent.watch(() => describe.mutateAsync(change));
    toast(t('licenses.key.describing.done'));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('licenses.key.describing.title')}
      form={form}
      onSubmit={save}
      submitLabel={t('ui.button.save')}
      concurrent={concurrent}
    >
      <TextField
        control={form.control}
        name="description"
        label={t('licenses.key.field.description')}
        help={license?.key}
        maxLength={200}
        initialFocus
      />
    </FormDialog>
  );
}

/** Takes the license from its device and frees the key. */
export function DetachDialog({ target: license, opened, onClose }: TargetDialog<License>) {
  const { t } = useTranslation();
  const detach = useDetachLicense();
  if (!license) return null;
  const { id, key, mac } = license;

  const confirm = async () => {
    await detach.mutateAsync(id);
    toast(t('licenses.key.detaching.done', { key }));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('licenses.key.detaching.title')}
      confirmLabel={t('licenses.key.detaching.submit')}
      onConfirm={confirm}
    >
      {t('licenses.key.detaching.sure', { key, mac: mac ?? '' })}
    </ConfirmDialog>
  );
}

interface DeleteKeysDialogProps {
  opened: boolean;
  onClose: () => void;
  selection: Selection;
  query: PageQuery;
}

/** Deletes all keys, or none if a device uses one. */
export function DeleteKeysDialog({ opened, onClose, selection, query }: DeleteKeysDialogProps) {
  const { t } = useTranslation();
  const deleteLicenses = useDeleteLicenses(query);
  const number = selection.ids.size;

  const confirm = async () => {
    try {
      await deleteLicenses.mutateAsync(selection.ids);
    } catch (error) {
      selection.forget(goneBy(error, selection.ids));
      throw error;
    }
    selection.clear();
    toast(t('licenses.key.deleting.done', { number }));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('licenses.key.deleting.title')}
      confirmLabel={t('ui.button.delete')}
      onConfirm={confirm}
      problemTexts={{ notFound: t('licenses.key.deleting.gone') }}
    >
      {t('licenses.key.deleting.sure', { number })}
    </ConfirmDialog>
  );
}

function goneBy(error: unknown, ids: ReadonlySet<number>): ReadonlySet<number> {
  const fields = error instanceof CallFailed && error.problem?.reason === 'notFound' ? error.problem.fields : {};
  return new Set([...ids].filter((_, index) => fields?.[`ids.${index}`] !== undefined));
}
