import { ActionIcon, Tooltip } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { Ref } from 'react';
import classes from './IconButton.module.css';

interface IconButtonProps {
  icon: LucideIcon;
  /** What it does: its name for those who do not see it, and its tooltip. */
  label: string;
  onClick?: () => void;
  danger?: boolean;
  disabled?: boolean;
  loading?: boolean;
  /** Set on a button that opens and closes something: whether it is open now. */
  expanded?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that is only an icon. It always has a name, and is large enough for a finger where fingers are used. */
export function IconButton({ icon: Icon, label, danger = false, expanded, ...button }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={classes.button}
        data-danger={danger || undefined}
        variant="transparent"
        aria-label={label}
        aria-expanded={expanded}
        {...button}
      >
        <Icon size={20} strokeWidth={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
