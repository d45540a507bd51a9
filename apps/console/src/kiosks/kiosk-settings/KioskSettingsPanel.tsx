import type { Kiosk } from '@vestibule/contract/kiosks/kiosk.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { DiscardDialog } from '../../ui/dialog/DiscardDialog.tsx';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { type EditState, KioskSettingsEditor } from './KioskSettingsEditor.tsx';
import { useKioskSettingsToEdit } from './use-kiosk-settings.ts';

/** Edits the settings of one kiosk in a side panel. Closing warns of unsaved changes and waits for a save. */
export function KioskSettingsPanel({ target: kiosk, opened, onClose }: TargetDialog<Kiosk>) {
  // A ref, because the panel may receive Escape before it renders the last change.
  const edited = useRef<EditState>('saved');
  const [discarding, setDiscarding] = useState(false);

  const close = () => {
    // Closing would not cancel the save.
    if (edited.current === 'saving') return;
    if (edited.current === 'unsaved') setDiscarding(true);
    else onClose();
  };
  const keepState = (state: EditState) => {
    edited.current = state;
  };
  const discard = () => {
    setDiscarding(false);
    edited.current = 'saved';
    onClose();
  };

  return (
    <>
      <Dialog opened={opened} onClose={close} title={kiosk?.name} placement="right" width={520}>
        {kiosk && <OwnSettings key={kiosk.id} kioskId={kiosk.id} onState={keepState} />}
      </Dialog>
      <DiscardDialog opened={discarding} onClose={() => setDiscarding(false)} onDiscard={discard} />
    </>
  );
}

interface OwnSettingsProps {
  kioskId: number;
  onState: (state: EditState) => void;
}

function OwnSettings({ kioskId, onState }: OwnSettingsProps) {
  const { t } = useTranslation();
  const settings = useKioskSettingsToEdit({ kioskId });
  const { data } = settings;
  return (
    <Loaded
      query={{ ...settings, data: data && { rows: [data], page: null } }}
      empty={{ title: t('kioskSettings.failed') }}
      failed={t('kioskSettings.failed')}
    >
      {([first]) =>
        first?.kioskId === kioskId ? (
          <KioskSettingsEditor settings={first} onState={onState} />
        ) : (
          <Notice kind="information">{t('errors.kioskSettingsAreOff')}</Notice>
        )
      }
    </Loaded>
  );
}
