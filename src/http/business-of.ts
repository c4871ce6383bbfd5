import { firstBusinessOf } from '#app/ids.ts';

interface Somebody {
  readonly userId: string;
  readonly businessId: string | null;
}

/** The business that is shown. One that was opened a moment ago is there already, although the read model has yet to say so. */
export const businessOf = ({ businessId, userId }: Somebody): string => businessId ?? firstBusinessOf(userId);
