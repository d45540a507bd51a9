import { Drawer } from '@mantine/core';
import type { Kiosk } from '@vestibule/contract/kiosks/kiosk.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DiscardDialog } from '../../ui/dialog/DiscardDialog.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Mantine } from '../../ui/Mantine.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useFocusBack } from '../../ui/keyboard/use-focus-back.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { type EditState, KioskSettingsEditor } from './KioskSettingsEditor.tsx';
import classes from './KioskSettingsPanel.module.css';
import { useKioskSettingsToEdit } from './use-kiosk-settings.ts';

/** At the side of the list: the settings of one kiosk's own, below its name. Closing asks if something was changed, and waits for a save. */
export function KioskSettingsPanel({ target: kiosk, opened, onClose }: TargetDialog<Kiosk>) {
  const { t } = useTranslation();
  // Asked at the moment of closing: the drawer may hear Escape before it is rendered with what was just changed.
  const edited = useRef<EditState>('saved');
  const [discarding, setDiscarding] = useState(false);
  const { content, giveBack } = useFocusBack(opened);

  const close = () => {
    // Closing would not take back what is under way.
    if (edited.current === 'saving') return;
    // Not at once: the question would hear the same press of Escape, and close again.
    if (edited.current === 'unsaved') setTimeout(() => setDiscarding(true));
    else onClose();
  };
  const tellState = (state: EditState) => {
    edited.current = state;
  };
  const discard = () => {
    setDiscarding(false);
    edited.current = 'saved';
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
        returnFocus={false}
        closeOnEscape={!discarding}
        onExitTransitionEnd={() => setTimeout(giveBack)}
      >
        <Drawer.Overlay className={classes.overlay} />
        <Drawer.Content ref={content} classNames={{ content: classes.content }} inert={!opened}>
          <div className={classes.header}>
            <Drawer.Title className={classes.title}>{kiosk?.name}</Drawer.Title>
            <Drawer.CloseButton iconSize={20} className={classes.close} aria-label={t('ui.button.close')} />
          </div>
          <Drawer.Body className={classes.body}>
            {kiosk && <OwnSettings key={kiosk.id} kioskId={kiosk.id} onState={tellState} />}
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <DiscardDialog opened={discarding} onClose={() => setDiscarding(false)} onDiscard={discard} />
    </Mantine>
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
