import type { PassTexts } from '@vestibule/phrases/en/visits/pass.ts';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface AskingProps {
  t: PassTexts;
  isBusy: boolean;
  title: string;
  text: string;
  onBack: () => void;
  children: ComponentChildren;
}

/** A page with one question, in place of a dialog. Takes the focus, so that a screen reader reads it. */
export function Asking({ t, isBusy, title, text, onBack, children }: AskingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main class="ticket">
      <fieldset class="part stack" disabled={isBusy}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p class="gray">{text}</p>
        {children}
        <button class="quiet" onClick={onBack}>
          {t.back}
        </button>
      </fieldset>
    </main>
  );
}
