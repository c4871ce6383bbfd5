import { describe } from 'vitest';
import { everyScreenAt } from './every-screen.ts';

describe('at 1280 px, light and dark', () => {
  everyScreenAt(1280);
});
