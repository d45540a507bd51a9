import { lookUpPhoneAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { ScanLine } from '@vestibule/ui/icons.tsx';
import { CallFailed } from '@vestibule/web/call.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { useDevice, useRunning } from '../../device/use-device.ts';
import { problemId, Screen, textId, titleId } from '../../ui/Screen.tsx';
import { fill, useSpoken } from '../../ui/texts.tsx';
import { CountryButton } from './CountryButton.tsx';
import { Keypad } from './Keypad.tsx';
import { countryIn, countryOf, countryTyped, isComplete, phoneFault, readPhone } from './phone.ts';
import classes from './PhoneScreen.module.css';
import { usePhoneField } from './use-phone-field.ts';
import { NextButton, type QuestionProps, useWays } from './Ways.tsx';

/** Asks for the phone, and looks it up as soon as it is complete. */
export function PhoneScreen(props: QuestionProps) {
  const { flow, go } = props;
  const { texts: all, language } = useSpoken();
  const { phone: texts, scan } = all;
  const { call } = useDevice();
  const { config, tenants } = useRunning();
  const ways = useWays(props);
  const form = useId();
  const left = useRef(new AbortController());
  const { phone: before = '' } = flow.given;
  const [country, setCountry] = useState(() => countryIn(before) ?? countryOf(config.company.countryCode));
  const [isBusy, setIsBusy] = useState(false);
  const [isWrong, setIsWrong] = useState(flow.problem === 'invalidPhone');

  useEffect(() => {
    const leaving = new AbortController();
    left.current = leaving;
    return () => leaving.abort();
  }, []);

  const field = useRef<HTMLInputElement>(null);
  const refuse = () => {
    setIsWrong(true);
    field.current?.focus();
  };
  const lookUp = async (phone: string) => {
    // The pass proves the identity, and an unverified phone changes nothing.
    if (flow.answers.pass !== undefined) return go({ type: 'answer', answers: { phone } });
    setIsBusy(true);
    const { signal: hasLeft } = left.current;
    try {
      const signal = AbortSignal.any([hasLeft, AbortSignal.timeout(3_000)]);
      const greeting = await call(lookUpPhoneAtDevice, { query: { phone } }, { signal });
      go({ type: 'greeted', phone, greeting, tenants });
    } catch (error) {
      // Another visitor may be at the kiosk by now.
      if (hasLeft.aborted) return;
      if (error instanceof CallFailed && error.problem?.reason === 'invalidPhone') {
        setIsBusy(false);
        return refuse();
      }
      go({ type: 'greeted', phone, greeting: null, tenants });
    }
  };
  const type = (typed: string, isLonger: boolean) => {
    setIsWrong(false);
    if (isBusy) {
      // The look-up was for another number.
      left.current.abort();
      left.current = new AbortController();
      setIsBusy(false);
    }
    const phone = isLonger && isComplete(typed, country) ? readPhone(typed, country) : null;
    if (phone !== null) void lookUp(phone);
  };
  const { typed, props: fieldProps, insert, erase } = usePhoneField(field, { before, country, onType: type });
  const submit = () => {
    const phone = readPhone(typed, country);
    if (phone === null) refuse();
    else if (!isBusy) void lookUp(phone);
  };

  const isOut = flow.act === 'checkOut';
  const hint = isOut && !isWrong && config.settings.isScanerOn ? texts.scan : undefined;
  const regions = new Intl.DisplayNames(languagesOfInterface[language].tag, { type: 'region' });
  const named = regions.of(countryTyped(typed, country)) ?? country;
  const problem = isWrong ? fill(texts[phoneFault(typed, country)], { country: named }) : null;
  return (
    <Screen
      {...ways}
      hasField
      title={isOut ? texts.titleOut : texts.title}
      text={hint}
      problem={problem}
      right={<NextButton form={form} disabled={typed === ''} loading={isBusy} />}
    >
      <form
        id={form}
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className={classes.number}>
          <CountryButton country={country} onChange={setCountry} />
          {/* The keypad replaces the keyboard of the tablet. */}
          <TextInput
            {...fieldProps}
            className={classes.phone}
            label={texts.label}
            isLabelHidden
            type="tel"
            inputMode="none"
            autoComplete="off"
            autoFocus
            aria-required
            aria-invalid={isWrong}
            // A screen reader skips the question, which describes the field.
            aria-describedby={isWrong ? problemId : hint === undefined ? titleId : `${titleId} ${textId}`}
          />
          {isOut && config.settings.isScanerOn && (
            <Button
              className={classes.scan}
              variant="secondary"
              icon={<ScanLine />}
              aria-label={scan.open}
              onClick={() => go({ type: 'openCamera' })}
            >
              {scan.open}
            </Button>
          )}
          <SlowNotice isBusy={isBusy} />
        </div>
        <Keypad onKey={insert} onErase={erase} />
      </form>
    </Screen>
  );
}

/** A shorter look-up needs no announcement. */
const slowMs = 800;

function SlowNotice({ isBusy }: { isBusy: boolean }) {
  const { texts } = useSpoken();
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const waiting = setTimeout(() => setIsSlow(true), slowMs);
    return () => {
      clearTimeout(waiting);
      setIsSlow(false);
    };
  }, [isBusy]);
  return (
    <p role="status" className={classes.slow}>
      {isSlow && texts.phone.looking}
    </p>
  );
}
