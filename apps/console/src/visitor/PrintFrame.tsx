import { readNonce } from '../ui/nonce.ts';
import classes from './PrintFrame.module.css';

/**
 * Prints a document that the server made, as soon as it is shown; a new `key` prints again. The document runs no
 * script and sees nothing of this page: it may only be read from here, and open the print dialog.
 * This page's policy holds inside of it as well, so its styles carry this page's nonce.
 */
export function PrintFrame({ html, title }: { html: string; title: string }) {
  return (
    <iframe
      className={classes.frame}
      sandbox="allow-same-origin allow-modals"
      srcDoc={html.replaceAll('<style>', `<style nonce="${readNonce()}">`)}
      title={title}
      tabIndex={-1}
      aria-hidden
      onLoad={({ currentTarget }) => currentTarget.contentWindow?.print()}
    />
  );
}
