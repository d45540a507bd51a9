import type { ReactNode } from 'react';

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      width={36}
      height={36}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable={false}
    >
      {children}
    </svg>
  );
}

export const BackIcon = () => (
  <Icon>
    <path d="M19 12H5m6-7-7 7 7 7" />
  </Icon>
);

export const StartOverIcon = () => (
  <Icon>
    <path d="M3 4v5h5M3.5 9a9 9 0 1 1-.5 4" />
  </Icon>
);

export const NextIcon = () => (
  <Icon>
    <path d="M5 12h14m-6-7 7 7-7 7" />
  </Icon>
);

export const InIcon = () => (
  <Icon>
    <path d="M14 4h5v16h-5M4 12h10m-4-4 4 4-4 4" />
  </Icon>
);

export const OutIcon = () => (
  <Icon>
    <path d="M10 4H5v16h5m0-8h10m-4-4 4 4-4 4" />
  </Icon>
);

export const ParcelIcon = () => (
  <Icon>
    <path d="m12 3 8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9" />
  </Icon>
);

export const LanguageIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="9" />
    <path d="M3 12h18M12 3c3 3 3.5 6 3.5 9S15 18 12 21c-3-3-3.5-6-3.5-9S9 6 12 3" />
  </Icon>
);

export const MenuIcon = () => (
  <Icon>
    <path d="M4 7h10m4 0h2M4 17h2m4 0h10" />
    <circle cx="16" cy="7" r="2" />
    <circle cx="8" cy="17" r="2" />
  </Icon>
);

export const EraseIcon = () => (
  <Icon>
    <path d="M21 5H9l-6 7 6 7h12zM17 9.5l-5 5m0-5 5 5" />
  </Icon>
);

export const DoneIcon = () => (
  <Icon>
    <path d="m5 13 5 5L20 6" />
  </Icon>
);

export const ScanIcon = () => (
  <Icon>
    <path d="M4 9V5a1 1 0 0 1 1-1h4m6 0h4a1 1 0 0 1 1 1v4m0 6v4a1 1 0 0 1-1 1h-4m-6 0H5a1 1 0 0 1-1-1v-4M4 12h16" />
  </Icon>
);
