/// <reference types="vite/client" />

/** The version of this build, as the server and the console show it. */
declare const APP_VERSION: string;
