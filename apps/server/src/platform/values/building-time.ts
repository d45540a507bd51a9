/** Moments of a building in its time zone: `date` as dd.MM.yyyy, `time` as HH:mm. */
export interface BuildingTime {
  date: (at: Date) => string;
  time: (at: Date) => string;
}

export function buildingTime(timeZone: string): BuildingTime {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const partsOf = (at: Date) => Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    date(at) {
      const { day, month, year } = partsOf(at);
      return `${day}.${month}.${year}`;
    },
    time(at) {
      const { hour, minute } = partsOf(at);
      return `${hour}:${minute}`;
    },
  };
}
