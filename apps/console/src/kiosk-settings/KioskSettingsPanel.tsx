import { Drawer } from '@mantine/core';
import type { Kiosk } from '@vestibule/contract/kiosk.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DiscardDialog } from '../ui/DiscardDialog.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Mantine } from '../ui/Mantine.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { TargetDialog } from '../ui/use-target.ts';
import { KioskSettingsEditor } from './KioskSettingsEditor.tsx';
import classes from './KioskSettingsPanel.module.css';
import { useKioskSettingsToEdit } from './use-kiosk-settings.ts';

/** At the side of the list: the settings of one kiosk's own, below its name. Closing asks if something was changed. */
export function KioskSettingsPanel({ target: kiosk, opened, onClose }: TargetDialog<Kiosk>) {
  const { t } = useTranslation();
  // Asked at the moment of closing: the drawer may hear Escape before it is rendered with what was just changed.
  const isUnsaved = useRef(false);
  const [discarding, setDiscarding] = useState(false);

  const close = () => {
    // Not at once: the question would hear the same press of Escape, and close again.
    if (isUnsaved.current) setTimeout(() => setDiscarding(true));
    else onClose();
  };
  const tellUnsaved = (is: boolean) => {
    isUnsaved.current = is;
  };
  const discard = () => {
    setDiscarding(false);
    isUnsaved.current = false;
    onClose();
  };

  return (
    <Mantine>
      <Drawer.Root
        opened={opened}
        onClose={close}
        position="right"
        size={520}
        padding={24}
        lockScroll={false}
        closeOnEscape={!discarding}
        trapFocus={!discarding}
      >
        <Drawer.Overlay className={classes.overlay} />
        <Drawer.Content classNames={{ content: classes.content }} inert={!opened}>
          <div className={classes.header}>
            <Drawer.Title className={classes.title}>{kiosk?.name}</Drawer.Title>
            <Drawer.CloseButton iconSize={20} className={classes.close} aria-label={t('ui.button.close')} />
          </div>
          <Drawer.Body className={classes.body}>
            {kiosk && <OwnSettings key={kiosk.id} kioskId={kiosk.id} onUnsaved={tellUnsaved} />}
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <DiscardDialog opened={discarding} onClose={() => setDiscarding(false)} onDiscard={discard} />
    </Mantine>
  );
}

interface OwnSettingsProps {
  kioskId: number;
  onUnsaved: (isUnsaved: boolean) => void;
}

function OwnSettings({ kioskId, onUnsaved }: OwnSettingsProps) {
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
          <KioskSettingsEditor settings={first} onUnsaved={onUnsaved} />
        ) : (
          <Notice kind="information">{t('errors.kioskSettingsAreOff')}</Notice>
        )
      }
    </Loaded>
  );
}
