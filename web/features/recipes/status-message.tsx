import type { ReactNode } from 'react';
import type { DishStatus } from './dish-status.ts';

const TONES: Readonly<Record<DishStatus['tone'], string>> = {
  good: 'on-basil-tint basil-strong',
  plain: 'on-sunken soft',
  bad: 'on-tomato-tint tomato',
};

interface StatusProps {
  readonly tone: DishStatus['tone'];
  readonly children: ReactNode;
}

/** The state of a recipe as a sentence. The live region is around it, or `role` makes it one. */
export const StatusMessage = ({ tone, children, role }: StatusProps & { readonly role?: 'status' }) => (
  <p role={role} className={`flex at-top gap-8 pad-block-12 pad-inline-16 rounded-small text-15 ${TONES[tone]}`}>
    {children}
  </p>
);

/** The state of a recipe as a word on its card. */
export const StatusChip = ({ tone, children }: StatusProps) => (
  <span className={`chip no-tracking ${TONES[tone]}`}>{children}</span>
);
