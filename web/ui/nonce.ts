import { setNonce } from 'get-nonce';

/** The content security policy's nonce of this page; undefined if the server sets none (development, tests). */
export function pageNonce(): string | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return content === undefined || content === '' || content.startsWith('__') ? undefined : content;
}

/** Provides the nonce to libraries that write style elements (scroll lock of dialogs and selects). */
export function shareNonce(): void {
  const nonce = pageNonce();
  if (nonce !== undefined) setNonce(nonce);
}
