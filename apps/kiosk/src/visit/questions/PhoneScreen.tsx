import { lookUpPhoneAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { ScanLine } from '@vestibule/ui/icons.tsx';
import { CallFailed } from '@vestibule/web/call.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { useDevice, useRunning } from '../../device/use-device.ts';
import { problemId, Screen, textId, titleId } from '../../ui/Screen.tsx';
import { useTexts } from '../../ui/texts.tsx';
import { CountryButton } from './CountryButton.tsx';
import { Keypad } from './Keypad.tsx';
import { countryIn, countryOf, readPhone } from './phone.ts';
import classes from './PhoneScreen.module.css';
import { usePhoneField } from './use-phone-field.ts';
import { NextButton, type QuestionProps, useWays } from './Ways.tsx';

/** Asks for the phone, and at check-in greets a known visitor. */
export function PhoneScreen(props: QuestionProps) {
  const { flow, go } = props;
  const { phone: texts, problem: problems, scan } = useTexts();
  const { call } = useDevice();
  const { config, tenants } = useRunning();
  const ways = useWays(props);
  const form = useId();
  const left = useRef(new AbortController());
  const { phone: before = '' } = flow.given;
  const [country, setCountry] = useState(() => countryIn(before) ?? countryOf(config.company.countryCode));
  const [isBusy, setIsBusy] = useState(false);
  const [isWrong, setIsWrong] = useState(flow.problem === 'invalidPhone');
  const { typed, field, props: fieldProps, insert, erase } = usePhoneField(before, country, () => setIsWrong(false));
  const phone = readPhone(typed, country);

  useEffect(() => {
    const leaving = new AbortController();
    left.current = leaving;
    return () => leaving.abort();
  }, []);

  const refuse = () => {
    setIsWrong(true);
    field.current?.focus();
  };
  const goOn = async () => {
    if (!phone) return refuse();
    if (flow.act === 'checkOut') return go({ type: 'answer', answers: { phone } });
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

  const isOut = flow.act === 'checkOut';
  const hint = isOut && !isWrong && config.settings.isScanerOn ? texts.scan : undefined;
  return (
    <Screen
      {...ways}
      hasField
      title={isOut ? texts.titleOut : texts.title}
      text={hint}
      problem={isWrong ? problems.invalidPhone : null}
      right={<NextButton form={form} disabled={isBusy || typed === ''} />}
    >
      <form
        id={form}
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void goOn();
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
            <Button variant="secondary" icon={<ScanLine />} onClick={() => go({ type: 'openCamera' })}>
              {scan.open}
            </Button>
          )}
        </div>
        <Keypad onKey={insert} onErase={erase} />
      </form>
    </Screen>
  );
}
