interface WorkingHours {
  workingHoursStart: string;
  workingHoursEnd: string;
}

/** Whether a kiosk serves visitors at a moment: from the first to the last minute of its hours, as the building's clock shows them. */
export function isOpen({ workingHoursStart, workingHoursEnd }: WorkingHours, timeZone: string, now: Date): boolean {
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(now);
  return workingHoursStart <= time && time <= workingHoursEnd;
}
