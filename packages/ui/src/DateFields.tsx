import { type CalendarDate, CalendarDateTime, parseDate, parseTime, type Time } from '@internationalized/date';
import { Calendar as CalendarIcon, ChevronLeft, ChevronRight } from './icons.tsx';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useContext,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  DateFieldStateContext,
  DateInput,
  type DateInputProps,
  DatePicker,
  DateSegment,
  Dialog,
  FieldError,
  Group,
  Heading,
  I18nProvider,
  Label,
  Popover,
  Text,
  TimeField as AriaTimeField,
  TimeFieldStateContext,
} from 'react-aria-components';
import classes from './DateFields.module.css';
import { submitForm } from './submit-form.ts';
import field from './TextInput.module.css';

interface LookProps {
  label: string;
  /** Such as `en-CH`: decides the order of the parts, the names of months and the first day of a week. */
  locale: string;
}

interface DayFieldProps extends LookProps {
  value: string | null;
  /** Null when the field is emptied. */
  onChange: (day: string | null) => void;
  min?: string | undefined;
  max?: string | undefined;
  /** A tooltip, also read out with the field. */
  hint?: string | undefined;
  className?: string | undefined;
  error?: string | undefined;
  ref?: Ref<{ focus: () => void }>;
}

/** A day that is left incomplete counts as empty. */
export function DayField(props: DayFieldProps) {
  const { label, locale, value, onChange, min, max, hint, className = '', error, ref } = props;
  const root = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => root.current?.querySelector<HTMLElement>('[data-type]')?.focus() }));
  // While the field has the focus it shows the day last typed, because the caller may return it later.
  const [draft, setDraft] = useState<{ day: string | null } | null>(null);
  const segments = useRef<SegmentState | null>(null);
  const separators = useSeparators();
  const change = (date: CalendarDate | null) => {
    const day = date?.toString() ?? null;
    setDraft({ day });
    onChange(day);
  };
  const leave = () => {
    if (segments.current && isPartial(segments.current)) segments.current.setValue(null);
    setDraft(null);
  };

  return (
    <I18nProvider locale={locale}>
      <DatePicker
        ref={root}
        className={`${field.field} ${className}`}
        value={useDate(draft ? draft.day : value)}
        onChange={change}
        minValue={useDate(min)}
        maxValue={useDate(max)}
        shouldForceLeadingZeros
        validationBehavior="aria"
        {...(error !== undefined && { isInvalid: true })}
        onBlur={leave}
        onKeyDown={separators}
      >
        <Label className={field.label ?? ''}>{label}</Label>
        <Group
          className={`${field.input} ${classes.group}`}
          data-wrong={error !== undefined || undefined}
          {...(hint !== undefined && { title: hint })}
        >
          <Segments className={classes.segments ?? ''} state={segments} />
          <Button className={classes.open ?? ''}>
            <CalendarIcon size={18} strokeWidth={1.75} aria-hidden />
          </Button>
        </Group>
        {hint && (
          <Text slot="description" className="unseen">
            {hint}
          </Text>
        )}
        {/* Without a text, React Aria would explain `min` and `max`. */}
        {error !== undefined && <FieldError className={field.error ?? ''}>{error}</FieldError>}
        <Popover className={classes.popover ?? ''} offset={8} placement="bottom start">
          <Dialog className={classes.dialog ?? ''}>
            <Calendar>
              <header className={classes.header}>
                <Button slot="previous" className={classes.step ?? ''}>
                  <ChevronLeft size={18} aria-hidden />
                </Button>
                <Heading className={classes.month ?? ''} />
                <Button slot="next" className={classes.step ?? ''}>
                  <ChevronRight size={18} aria-hidden />
                </Button>
              </header>
              <CalendarGrid className={classes.days ?? ''}>
                {(date) => <CalendarCell date={date} className={classes.day ?? ''} />}
              </CalendarGrid>
            </Calendar>
          </Dialog>
        </Popover>
      </DatePicker>
    </I18nProvider>
  );
}

interface TimeFieldProps extends LookProps {
  value: string;
  onChange: (time: string) => void;
  onBlur: () => void;
  error?: string | undefined;
  name?: string | undefined;
  ref?: Ref<{ focus: () => void }>;
}

/**
 * A colon after the minutes adds seconds. A part that is left empty becomes zero. An impossible hour such as 24 empties the field, so that
 * its form refuses it.
 */
export function TimeField({ label, locale, value, onChange, onBlur, error, name, ref }: TimeFieldProps) {
  const segments = useRef<SegmentState | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const focus = (part: string) => root.current?.querySelector<HTMLElement>(`[data-type="${part}"]`)?.focus();
  useImperativeHandle(ref, () => ({ focus: () => focus('hour') }));

  const hasSeconds = value.length > 'HH:mm'.length;
  const isAddingSeconds = useRef(false);
  useEffect(() => {
    if (hasSeconds && isAddingSeconds.current) focus('second');
    isAddingSeconds.current = false;
  }, [hasSeconds]);
  const separators = useSeparators(() => {
    if (value === '' || hasSeconds) return;
    isAddingSeconds.current = true;
    onChange(`${value}:00`);
  });

  const impossible = useImpossibleHour(segments);
  const change = (time: Time | null) => {
    const text = time?.toString() ?? '';
    onChange(hasSeconds ? text : text.slice(0, 'HH:mm'.length));
  };
  const complete = () => {
    const state = segments.current;
    if (!state?.segments.some(isEmpty)) return;
    if (impossible.isTyped() && state.segments.some((each) => each.type === 'hour' && isEmpty(each))) {
      state.setValue(null);
      return;
    }
    const part = (type: string) => state.segments.find((each) => each.type === type && !isEmpty(each))?.value ?? 0;
    state.setValue(new CalendarDateTime(2000, 1, 1, part('hour'), part('minute'), part('second')));
  };

  return (
    <I18nProvider locale={locale}>
      <AriaTimeField
        ref={root}
        className={field.field ?? ''}
        value={useMemo(() => (value === '' ? null : parseTime(value)), [value])}
        onChange={change}
        granularity={hasSeconds ? 'second' : 'minute'}
        hourCycle={24}
        shouldForceLeadingZeros
        isInvalid={error !== undefined}
        validationBehavior="aria"
        name={name}
        onBlur={() => {
          complete();
          onBlur();
        }}
        onKeyDown={(event) => {
          separators(event);
          impossible.refuse(event);
          if (event.key !== 'Enter') return;
          complete();
          if (root.current) submitForm(root.current);
        }}
      >
        <Label className={field.label ?? ''}>{label}</Label>
        <Segments className={`${field.input} ${classes.group}`} state={segments} />
        <FieldError className={field.error ?? ''}>{error}</FieldError>
      </AriaTimeField>
    </I18nProvider>
  );
}

type SegmentState = NonNullable<ReturnType<typeof useSegmentState>>;
type SegmentProps = Parameters<DateInputProps['children']>[0];

function useSegmentState() {
  const date = useContext(DateFieldStateContext);
  const time = useContext(TimeFieldStateContext);
  return date ?? time;
}

interface SegmentsProps {
  className: string;
  /** Receives the state of the parts, which React Aria keeps to itself. */
  state: RefObject<SegmentState | null>;
}

function Segments({ className, state }: SegmentsProps) {
  return <DateInput className={className}>{(segment) => <Segment segment={segment} state={state} />}</DateInput>;
}

function Segment({ segment, state }: { segment: SegmentProps; state: RefObject<SegmentState | null> }): ReactNode {
  const current = useSegmentState();
  useImperativeHandle<SegmentState | null, SegmentState | null>(state, () => current);
  return <DateSegment segment={segment} className={classes.segment ?? ''} />;
}

function isEmpty({ isEditable, isPlaceholder }: SegmentProps): boolean {
  return isEditable && isPlaceholder;
}

function isPartial({ segments }: SegmentState): boolean {
  return segments.some(isEmpty) && segments.some(({ isEditable, isPlaceholder }) => isEditable && !isPlaceholder);
}

const separator = /^[.:,/\- ]$/;

/**
 * React Aria ignores a typed separator: `3.2.2026` would be another day. Moves only from a part with a typed digit, because a full part
 * moves on by itself.
 */
function useSeparators(onEnd?: () => void) {
  const typedIn = useRef<Element>(null);
  return ({ key, target }: { key: string; target: EventTarget }) => {
    if (!(target instanceof Element)) return;
    if (/^\d$/.test(key)) typedIn.current = target;
    if (!separator.test(key) || typedIn.current !== target) return;
    typedIn.current = null;
    const next = nextPart(target);
    if (next) next.focus();
    else onEnd?.();
  };
}

function nextPart(part: Element): HTMLElement | undefined {
  const parts = [...(part.parentElement?.querySelectorAll<HTMLElement>('[contenteditable]') ?? [])];
  return parts.find((other) => part.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
}

/** When a typed digit makes an hour above 23, React Aria would keep the last digit: `2400` would be 04:00. */
function useImpossibleHour(segments: RefObject<SegmentState | null>) {
  const typed = useRef('');
  const wasRefused = useRef(false);
  const refuse = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (!(target instanceof HTMLElement) || target.dataset['type'] !== 'hour') {
      typed.current = '';
      return;
    }
    if (key === 'Backspace' || key === 'Delete') {
      typed.current = (target.textContent ?? '').replace(/^0/, '').slice(0, -1);
      return;
    }
    typed.current = /^\d$/.test(key) ? typed.current + key : '';
    if (typed.current === '') return;
    wasRefused.current = Number(typed.current) > 23;
    if (!wasRefused.current) return;
    typed.current = '';
    event.preventDefault();
    segments.current?.clearSegment('hour');
    nextPart(target)?.focus();
  };
  return { refuse, isTyped: () => wasRefused.current };
}

function useDate(day: string | null | undefined): CalendarDate | null {
  return useMemo(() => (day ? parseDate(day) : null), [day]);
}
