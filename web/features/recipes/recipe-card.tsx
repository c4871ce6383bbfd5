import { ChevronDown } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import type { RecipeOwner } from '../fields/recipe-owner.ts';
import styles from './recipe-card.module.css';
import type { RecipesView } from './recipes-view.ts';
import type { DishStatus } from './dish-status.ts';

interface RecipeCardProps {
  readonly kind: RecipeOwner['kind'];
  readonly cardKey: string;
  readonly view: RecipesView;
  /** The content of the button that opens the card. */
  readonly head: ReactNode;
  /** The content below the button, also while the card is closed. */
  readonly children?: ReactNode;
  readonly renderSheet: () => ReactNode;
}

const HEADINGS = { dish: 'text-17 weight-600', preparation: `${styles['preparation']} text-16` } as const;
const TOGGLES = {
  dish: `${styles['dish']} stack gap-8 across-12`,
  preparation: `${styles['line']} flex wrap gap-2 across-16`,
} as const;

/** A recipe as a row; opened, its whole content. */
export const RecipeCard = observer(function RecipeCard(props: RecipeCardProps) {
  const { kind, cardKey, view, head, children, renderSheet } = props;
  const sheetId = useId();
  const isOpen = view.expanded.has(cardKey);
  const toggle = useRef<HTMLButtonElement>(null);
  const previousTop = useRef<number>(undefined);
  // An open card spans the full width, so one of the right column moves to a row of its own. The page scrolls with it,
  // so that the pressed button stays under the pointer.
  useLayoutEffect(() => {
    if (previousTop.current === undefined || !toggle.current) return;
    const offset = toggle.current.getBoundingClientRect().top - previousTop.current;
    previousTop.current = undefined;
    if (offset !== 0) window.scrollBy({ top: offset, behavior: 'instant' });
  }, [isOpen]);
  const isNew = view.newKey === cardKey;
  useLayoutEffect(() => {
    if (isNew) view.scrollToNew(cardKey, toggle.current);
  }, [isNew, view, cardKey]);
  return (
    <li className={`shrinks card ${isOpen ? 'whole-row' : ''}`} data-row={cardKey}>
      <h2 className={HEADINGS[kind]}>
        <button
          ref={toggle}
          type="button"
          className={`${styles['toggle']} relative at-middle wide bare-button rounded same-colour text-start focus-within-edge ${TOGGLES[kind]}`}
          data-row-open
          aria-expanded={isOpen}
          aria-controls={sheetId}
          onClick={() => {
            previousTop.current = toggle.current?.getBoundingClientRect().top;
            view.toggle(cardKey);
          }}
        >
          {head}
          <ChevronDown size={20} aria-hidden className={`${styles['chevron']} faint`} />
        </button>
      </h2>
      {children}
      <div id={sheetId}>{isOpen && renderSheet()}</div>
    </li>
  );
});

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
