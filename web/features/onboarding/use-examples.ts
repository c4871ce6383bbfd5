import { useStores } from '#web/stores/root-store.tsx';
import { useKept } from '../entry/use-kept.ts';
import { Examples } from './examples.ts';

/** One for each business on screen. */
export const useExamples = (): Examples =>
  useKept(useStores().business, 'examples', () => new Examples(() => localStorage));
