/** A telephone number in Brazilian notation: '5511912345678' → '(11) 91234-5678'. */
export const phoneText = (digits: string): string =>
  digits.replace(
    /^55(\d\d)(\d{4,5})(\d{4})$/,
    (_, area: string, first: string, last: string) => `(${area}) ${first}-${last}`,
  );

/** A link that opens a conversation, in the app or in the browser. */
export const whatsappLink = (digits: string): string => `https://wa.me/${digits}`;

/** A link that opens WhatsApp with a text to send to a chosen contact. */
export const whatsappShare = (text: string): string => `https://wa.me/?text=${encodeURIComponent(text)}`;
