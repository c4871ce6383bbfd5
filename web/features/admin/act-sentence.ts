import { dayAndTime } from '#web/ui/instants.ts';

interface Act {
  readonly at: string;
  readonly by: string;
  readonly reason: string | null;
}

/** 'Ana (administração) concedeu acesso em 21/11/2026, 14:30: cortesia.' */
export const actSentence = ({ by, at, reason }: Act, did: string): string =>
  `${by} ${did} em ${dayAndTime(at)}${reason === null ? '' : `: ${reason.replace(/\.+$/, '')}`}.`;
