import type { ComponentProps } from 'react';

interface SheetFrameProps extends Omit<ComponentProps<'iframe'>, 'srcDoc' | 'sandbox'> {
  html: string;
}

/**
 * Shows a document that the server made to be printed. It runs no script and sees nothing of this page: it may only be read from here,
 * and open the print dialog. This page's policy holds inside of it as well, so its styles carry this page's nonce.
 */
export function SheetFrame({ html, title, ...props }: SheetFrameProps) {
  return (
    <iframe
      {...props}
      title={title}
      sandbox="allow-same-origin allow-modals"
      srcDoc={html.replaceAll('<style>', `<style nonce="${readNonce()}">`)}
    />
  );
}

/** Returns the nonce that the content security policy requires of a style element. Returns an empty string if there is no policy. */
function readNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
