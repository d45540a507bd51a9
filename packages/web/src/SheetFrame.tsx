import type { ComponentProps } from 'react';

interface SheetFrameProps extends Omit<ComponentProps<'iframe'>, 'srcDoc' | 'sandbox'> {
  html: string;
}

/**
 * Shows a printable document of the server. The sandbox allows this page to read it and to open the print dialog. It runs no scripts. The
 * content security policy of this page applies in it too, so its styles need the nonce.
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

/** Returns the nonce for style elements, or an empty string without a content security policy. */
function readNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
