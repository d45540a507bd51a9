import {
  type Licence,
  LicenceDescription,
  type LicenceFolder,
  LicenceFolderName,
  NewLicences,
  licenceLimits,
} from '@vestibule/contract/kiosks/licence.ts';
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
  useCreateLicences,
  useDeleteFolder,
  useDeleteLicences,
  useDescribeLicence,
  useDetachLicence,
  useFolderChoice,
  useRenameFolder,
} from './use-licences.ts';

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
      title={t('licences.folder.creating.title')}
      label={t('licences.folder.field.name')}
      submitLabel={t('licences.folder.creating.submit')}
      schema={LicenceFolderName}
      onCreate={(name, idempotencyKey) => create.mutateAsync({ name, idempotencyKey })}
      done={({ name }) => t('licences.folder.creating.done', { name })}
    />
  );
}

export function RenameFolderDialog(dialog: TargetDialog<LicenceFolder>) {
  const { t } = useTranslation();
  const rename = useRenameFolder();
  return (
    <RenameDialog
      {...dialog}
      title={t('licences.folder.renaming.title')}
      label={t('licences.folder.field.name')}
      submitLabel={t('ui.button.save')}
      schema={LicenceFolderName}
      onRename={({ id }, change) => rename.mutateAsync({ folderId: id, ...change })}
      done={(name) => t('licences.folder.renaming.done', { name })}
    />
  );
}

interface DeleteFolderDialogProps extends TargetDialog<LicenceFolder> {
  onDeleted: (folderId: number) => void;
}

/** Confirms twice if the folder has keys, and deletes it with them. */
export function DeleteFolderDialog({ target: folder, opened, onClose, onDeleted }: DeleteFolderDialogProps) {
  const { t } = useTranslation();
  const deleteFolder = useDeleteFolder();
  if (!folder) return null;
  const { id, name, licenseCount } = folder;
  const holdsKeys = licenseCount > 0;

  const confirm = async () => {
    await deleteFolder.mutateAsync({ folderId: id, ifEmpty: !holdsKeys });
    onDeleted(id);
    toast(t('licences.folder.deleting.done', { name }));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('licences.folder.deleting.title')}
      confirmLabel={t('ui.button.delete')}
      onConfirm={confirm}
      typedWord={holdsKeys ? typedWord : undefined}
    >
      {holdsKeys
        ? t('licences.folder.deleting.sureWithKeys', { name, number: licenseCount })
        : t('licences.folder.deleting.sure', { name })}
    </ConfirmDialog>
  );
}

interface AddKeysDialogProps extends TargetDialog<LicenceFolder> {
  /** Called if fewer keys were added than asked for. */
  onShortfall: (shortfall: Shortfall) => void;
}

/** Adds keys to the target folder, or to one that the user chooses. */
export function AddKeysDialog({ target, opened, onClose, onShortfall }: AddKeysDialogProps) {
  const { t } = useTranslation();
  const form = useZodForm(NewLicences, { defaultValues: { amount: 1, folderId: target?.id } });
  const create = useCreateLicences();
  const [once] = useState(createOnce);
  const folders = useFolderChoice(target);

  const add = async (body: NewLicences) => {
    const { licenses, unsuccessfulAmount } = await once.run(body, (idempotencyKey) =>
      create.mutateAsync({ ...body, idempotencyKey }),
    );
    const folder = folders.options.find(({ value }) => value === body.folderId)?.label ?? '';
    const added = licenses.length;
    if (unsuccessfulAmount > 0) onShortfall({ folder, added, unsuccessful: unsuccessfulAmount });
    else toast(t('licences.key.adding.done', { folder, number: added }));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('licences.key.adding.title')}
      once={once}
      form={form}
      onSubmit={add}
      submitLabel={t('licences.key.adding.submit')}
      submitUnchanged
    >
      <AmountField form={form} />
      <SelectField
        control={form.control}
        name="folderId"
        label={t('licences.key.field.folder')}
        required
        options={folders.options}
        onEnd={folders.more}
        searchable
      />
    </FormDialog>
  );
}

/** Accepts numbers out of bounds. Sending the form marks them. */
function AmountField({ form }: { form: FormOf<{ amount: number; folderId: number | undefined }, NewLicences> }) {
  const { t } = useTranslation();
  const { field, look } = useField({
    control: form.control,
    name: 'amount',
    label: t('licences.key.field.amount'),
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
      max={licenceLimits.added}
      {...field}
      value={field.value ?? null}
    />
  );
}

/** Edits the description of a key. */
export function DescribeDialog({ target: licence, opened, onClose }: TargetDialog<Licence>) {
  const { t } = useTranslation();
  const form = useZodForm(LicenceDescription, { values: { description: licence?.description ?? '' } });
  const describe = useDescribeLicence();
  const concurrent = useConcurrentChange(licence?.description ?? null, z.string().nullable());

  const save = async ({ description }: { description: string | null }) => {
    if (!licence) return;
    const change = { licenceId: licence.id, description, previous: concurrent.previous };
    await concurrent.watch(() => describe.mutateAsync(change));
    toast(t('licences.key.describing.done'));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('licences.key.describing.title')}
      form={form}
      onSubmit={save}
      submitLabel={t('ui.button.save')}
      concurrent={concurrent}
    >
      <TextField
        control={form.control}
        name="description"
        label={t('licences.key.field.description')}
        help={licence?.key}
        maxLength={200}
        initialFocus
      />
    </FormDialog>
  );
}

/** Confirms, takes the license from its device, and frees the key. */
export function DetachDialog({ target: licence, opened, onClose }: TargetDialog<Licence>) {
  const { t } = useTranslation();
  const detach = useDetachLicence();
  if (!licence) return null;
  const { id, key, mac } = licence;

  const confirm = async () => {
    await detach.mutateAsync(id);
    toast(t('licences.key.detaching.done', { key }));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('licences.key.detaching.title')}
      confirmLabel={t('licences.key.detaching.submit')}
      onConfirm={confirm}
    >
      {t('licences.key.detaching.sure', { key, mac: mac ?? '' })}
    </ConfirmDialog>
  );
}

interface DeleteKeysDialogProps {
  opened: boolean;
  onClose: () => void;
  selection: Selection;
  /** The page of folders on the screen. */
  query: PageQuery;
}

/** Confirms and deletes the selected keys: all of them, or none if a device uses one. */
export function DeleteKeysDialog({ opened, onClose, selection, query }: DeleteKeysDialogProps) {
  const { t } = useTranslation();
  const deleteLicences = useDeleteLicences(query);
  const number = selection.ids.size;

  const confirm = async () => {
    try {
      await deleteLicences.mutateAsync(selection.ids);
    } catch (error) {
      selection.forget(goneBy(error, selection.ids));
      throw error;
    }
    selection.clear();
    toast(t('licences.key.deleting.done', { number }));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('licences.key.deleting.title')}
      confirmLabel={t('ui.button.delete')}
      onConfirm={confirm}
      problemTexts={{ notFound: t('licences.key.deleting.gone') }}
    >
      {t('licences.key.deleting.sure', { number })}
    </ConfirmDialog>
  );
}

/** The keys that another user has deleted. */
function goneBy(error: unknown, asked: ReadonlySet<number>): ReadonlySet<number> {
  const fields = error instanceof CallFailed && error.problem?.reason === 'notFound' ? error.problem.fields : {};
  return new Set([...asked].filter((_, index) => fields?.[`ids.${index}`] !== undefined));
}
