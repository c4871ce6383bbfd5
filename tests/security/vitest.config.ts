import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../vitest.config.ts';
import { type Protection, PROTECTIONS, switchedOff } from './protections.ts';

/** Without a name nothing is switched off, and the rows that wait for it stay green: the run then says that it is missed by none. */
const off = PROTECTIONS.filter(({ name }) => name === process.env['PROTECTION_OFF']);
const fileOf = ({ file }: Protection): string => fileURLToPath(new URL(`../../${file}`, import.meta.url));

/** The tests as ever, over a product in which one protection is switched off. */
export default mergeConfig(
  base,
  defineConfig({
    plugins: off.map((protection) => ({
      name: 'protection-off',
      enforce: 'pre',
      transform: (source, id) =>
        id === fileOf(protection) ? { code: switchedOff(protection, source), map: null } : undefined,
    })),
  }),
);
