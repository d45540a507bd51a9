import { afterAll, afterEach } from 'vitest';
import { endFile } from './after-file.ts';
import { collectMismatches, takeMismatches } from './mismatches.ts';

collectMismatches();
afterEach(refuseMismatches);
afterAll(endFile);
afterAll(refuseMismatches);

function refuseMismatches() {
  const [first] = takeMismatches();
  if (first) throw first;
}
