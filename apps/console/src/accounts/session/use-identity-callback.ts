import { useState } from 'react';
import { useLocation } from 'react-router';
import { readCallback } from './identity-return.ts';

/** What the provider of work accounts brought back when the screen opened. Undefined without it. */
export function useIdentityCallback(): { code: string; state: string } | undefined {
  const location = useLocation();
  const [callback] = useState(() => readCallback(location.state));
  return callback;
}
