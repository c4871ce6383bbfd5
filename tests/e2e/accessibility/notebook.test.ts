import { describe } from 'vitest';
import { everyScreenAt } from './every-screen.ts';

describe('at 1280 px, dark', () => {
  everyScreenAt({ width: 1280, colorScheme: 'dark' });
});
