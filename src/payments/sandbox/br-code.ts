import { generatePixPayload } from '@brazilian-utils/brazilian-utils/generate-pix-payload';

/** Belongs to nobody by RFC 2606: a banking app that reads the code finds nothing there to pay. */
const UNPAYABLE = 'pix.example.com';

/** A valid PIX code ("copia e cola") of a charge that nobody can pay. @param place letters and digits, up to 60 */
export function unpayableBrCode(place: string): string {
  const code = generatePixPayload({
    url: `${UNPAYABLE}/${place}`,
    merchantName: 'Prumo (modo de teste)',
    merchantCity: 'SAO PAULO',
  });
  if (code === null) throw new Error('not a place in a PIX code');
  return code;
}
