/** '5511912345678' → '(11) 91234-5678', as people in Brazil write it. */
export const phoneText = (digits: string): string =>
  digits.replace(
    /^55(\d\d)(\d{4,5})(\d{4})$/,
    (_, area: string, first: string, last: string) => `(${area}) ${first}-${last}`,
  );

/** Opens a conversation, in the app or in the browser. */
export const whatsappLink = (digits: string): string => `https://wa.me/${digits}`;

/** Opens WhatsApp with a text ready to be sent to whomever one picks there. */
export const whatsappShare = (text: string): string => `https://wa.me/?text=${encodeURIComponent(text)}`;
