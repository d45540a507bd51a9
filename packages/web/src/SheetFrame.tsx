import type { ComponentProps } from 'react';

interface SheetFrameProps extends Omit<ComponentProps<'iframe'>, 'srcDoc' | 'sandbox'> {
  html: string;
}

/**
 * Uses a sandbox without scripts. This page may read it and open the print dialog. Styles need the nonce of the page's content security
 * policy.
 */
export function SheetFrame({ html, title, ...props }: SheetFrameProps) {
  return (
    <iframe
      {...props}
      title={title}
      sandbox="allow-same-origin allow-modals"
      srcDoc={html.replaceAll(/<style(?=[ >])/g, `<style nonce="${readNonce()}"`)}
    />
  );
}

/** Empty without a content security policy. */
function readNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
