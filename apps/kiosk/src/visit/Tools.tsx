import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { Accessibility, Globe, Settings2 } from '@vestibule/ui/icons.tsx';
import { createContext, Suspense, use, useEffect, useRef } from 'react';
import { useRunning } from '../device/use-device.ts';
import { prepared } from '../ui/prepared.tsx';
import { useSpoken, useTexts } from '../ui/texts.tsx';
import classes from './Tools.module.css';
import type { View } from './use-view.ts';

const dialogs = prepared(async () => (await import('./ToolDialogs.tsx')).ToolDialogs);
const { Component: ToolDialogs } = dialogs;
/** Loads the dialogs before they are opened. */
export const prepareTools = dialogs.prepare;

export type Tool = 'language' | 'access';

/** The idle timer needs to know whether a dialog is open. */
export interface ToolState {
  tool: Tool | null;
  open: (tool: Tool | null) => void;
  view: View;
}

export const ToolContext = createContext<ToolState | null>(null);

/** The buttons for language and accessibility. Both settings are reset for the next visitor. */
export function Tools() {
  const state = use(ToolContext);
  const { language, texts } = useSpoken();
  const { languages } = useRunning().config.settings;
  const { name, tag } = languagesOfInterface[language];
  if (!state) throw new Error('Tools need their context.');
  const hasLanguages = new Set(languages.map((each) => languagesOfInterface[each].tag)).size > 1;
  return (
    <div className={classes.tools}>
      {hasLanguages && (
        <Button
          variant="secondary"
          icon={<Globe />}
          aria-label={`${texts.language}: ${name}`}
          onClick={() => state.open('language')}
        >
          <span className={classes.long}>{name}</span>
          <span className={classes.short}>{tag.toUpperCase()}</span>
        </Button>
      )}
      <Button
        variant="secondary"
        icon={<Accessibility />}
        className={classes.access}
        aria-label={texts.access.title}
        onClick={() => state.open('access')}
      >
        {texts.access.title}
      </Button>
      {state.tool && (
        <Suspense>
          <ToolDialogs {...state} tool={state.tool} />
        </Suspense>
      )}
    </div>
  );
}

/** How long a finger holds the corner until the menu opens. The stylesheet fades the icon in for as long. */
const holdMs = 1_200;

/** Opens the menu when a finger holds this corner, or a keyboard presses the button. Invisible to visitors. */
export function MenuDoor({ onOpen }: { onOpen: () => void }) {
  const { welcome } = useTexts();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const release = () => clearTimeout(timer.current);
  useEffect(() => release, []);
  return (
    <button
      type="button"
      className={classes.door}
      aria-label={welcome.menu}
      onPointerDown={() => {
        release();
        timer.current = setTimeout(onOpen, holdMs);
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      // A keyboard or a screen reader clicks without a pointer.
      onClick={({ detail }) => {
        if (detail === 0) onOpen();
      }}
    >
      <Settings2 />
    </button>
  );
}
