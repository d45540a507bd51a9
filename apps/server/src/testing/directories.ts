import type { Config } from '../config.ts';

export const noDirectories: Config['directories'] = {
  office365: {
    app: null,
    loginUrl: new URL('http://localhost:9/login'),
    graphUrl: new URL('http://localhost:9/graph'),
  },
  google: {
    app: null,
    loginUrl: new URL('http://localhost:9/login'),
    tokenUrl: new URL('http://localhost:9/token'),
    directoryUrl: new URL('http://localhost:9/directory'),
  },
  loopbooking: { domains: ['loopbooking.test'], url: null },
};
