import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Certificate } from './stand-in.ts';

const pathOf = (name: string): string => fileURLToPath(new URL(`./tls/${name}`, import.meta.url));

/** A self-signed certificate for the address 127.0.0.1, without a name. Only tests trust it. */
export const loopbackCertificate = (): Certificate => ({
  key: readFileSync(pathOf('key.pem'), 'utf8'),
  certificate: readFileSync(pathOf('certificate.pem'), 'utf8'),
  authorityFile: pathOf('certificate.pem'),
});
