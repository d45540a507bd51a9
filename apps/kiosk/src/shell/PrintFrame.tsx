import { readNonce } from './nonce.ts';
import classes from './PrintFrame.module.css';

/** Prints a document that the server made, as soon as it is shown. It runs no script and sees nothing of this page. */
export function PrintFrame({ html, title }: { html: string; title: string }) {
  return (
    <iframe
      className={classes.frame}
      sandbox="allow-same-origin allow-modals"
      srcDoc={html.replaceAll('<style>', `<style nonce="${readNonce()}">`)}
      tabIndex={-1}
      title={title}
      aria-hidden
      onLoad={({ currentTarget }) => currentTarget.contentWindow?.print()}
    />
  );
}
