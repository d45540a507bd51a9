import { useEffect, useState } from 'react';

/** How the visitor wants to see the screen. */
interface Views {
  large: boolean;
  contrast: boolean;
  /** Controls in the lower half, for a wheelchair. */
  low: boolean;
}

export interface View {
  view: Views;
  isUsual: boolean;
  change: (view: Views) => void;
  reset: () => void;
}

const usual: Views = { large: false, contrast: false, low: false };

/** The stylesheets read the attributes `data-large`, `data-contrast` and `data-low` of the page. */
export function useView(): View {
  const [view, change] = useState(usual);
  useEffect(() => {
    const { dataset } = document.documentElement;
    const set = () => {
      for (const [mode, isOn] of Object.entries(view)) {
        if (isOn) dataset[mode] = '';
        else delete dataset[mode];
      }
    };
    set();
    return () => {
      for (const mode of Object.keys(usual)) delete dataset[mode];
    };
  }, [view]);
  const reset = () => change(usual);
  return { view, isUsual: Object.values(view).every((isOn) => !isOn), change, reset };
}
