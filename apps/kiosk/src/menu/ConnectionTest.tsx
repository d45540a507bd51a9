import { getDeviceConfig } from '@vestibule/contract/kiosks/device.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { CallFailed } from '@vestibule/web/call.ts';
import { useState } from 'react';
import { useDevice } from '../device/use-device.ts';
import { fill } from '../ui/texts.tsx';
import classes from './MenuScreen.module.css';
import { useStaffTexts } from '../ui/use-staff-texts.ts';

export function ConnectionTest() {
  const { menu } = useStaffTexts();
  const { call } = useDevice();
  const [result, setResult] = useState<string | null>(null);
  const test = async () => {
    const begun = performance.now();
    setResult(null);
    try {
      await call(getDeviceConfig, {}, { signal: AbortSignal.timeout(10_000) });
    } catch (error) {
      // A refusal is an answer, but not one of a gateway.
      if (!(error instanceof CallFailed) || error.problem === null) return setResult(menu.failed);
    }
    setResult(fill(menu.tested, { count: Math.round(performance.now() - begun) }));
  };
  return (
    <div className={classes.test}>
      <Button variant="secondary" onClick={() => void test()}>
        {menu.test}
      </Button>
      <p role="status">{result}</p>
    </div>
  );
}
