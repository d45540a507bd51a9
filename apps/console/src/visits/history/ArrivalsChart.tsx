import { formatCount } from '@vestibule/web/count.ts';
import { type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Arrivals.module.css';

interface Bar {
  name: string;
  arrivals: number;
}

interface ArrivalsChartProps {
  title: string;
  /** The unit of a bar, such as "Day". */
  unit: string;
  bars: readonly Bar[];
}

const fill = 0.8;

/** Pointer or arrow keys choose a bar, and its number appears above. The focus is on a slider over the bars. Screen readers get a table. */
export function ArrivalsChart({ title, unit, bars }: ArrivalsChartProps) {
  const { t, i18n } = useTranslation();
  const [chosen, setChosen] = useState<number | null>(null);
  const highest = Math.max(1, ...bars.map(({ arrivals }) => arrivals));
  const total = bars.reduce((sum, { arrivals }) => sum + arrivals, 0);
  const countText = (count: number) => t('history.arrivals.count', { count });
  const bar = chosen === null ? undefined : bars[chosen];
  const words = bar && t('history.arrivals.ofBar', { name: bar.name, arrivals: countText(bar.arrivals) });

  const hover = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * bars.length);
    setChosen(Math.min(Math.max(index, 0), bars.length - 1));
  };

  return (
    <figure className={classes.chart}>
      <figcaption className={classes.caption}>
        <span className={classes.title}>{title}</span>
        <span className={classes.countText}>{words ?? countText(total)}</span>
      </figcaption>
      <div className={classes.plot} onPointerMove={hover} onPointerLeave={() => setChosen(null)}>
        <svg className={classes.bars} viewBox={`0 0 ${bars.length} 100`} preserveAspectRatio="none" aria-hidden>
          {bars.map(({ name, arrivals }, index) => {
            const height = (arrivals / highest) * 100;
            return (
              <rect
                key={name}
                className={classes.bar}
                data-chosen={index === chosen || undefined}
                x={index + (1 - fill) / 2}
                y={100 - height}
                width={fill}
                height={height}
              />
            );
          })}
        </svg>
        <input
          className={classes.slider}
          type="range"
          aria-label={title}
          aria-valuetext={words ?? countText(total)}
          min={0}
          max={bars.length - 1}
          value={chosen ?? 0}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          onFocus={() => setChosen((before) => before ?? 0)}
          onBlur={() => setChosen(null)}
        />
      </div>
      <p className={classes.ends} aria-hidden>
        <span>{bars[0]?.name}</span>
        <span>{bars.at(-1)?.name}</span>
      </p>
      <table className="unseen">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{unit}</th>
            <th scope="col">{t('history.arrivals.title')}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ name, arrivals }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{formatCount(arrivals, i18n.language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
