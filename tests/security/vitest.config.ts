import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vitest/config';
import { planting } from '../support/planting.ts';
import base from '../vitest.config.ts';
import { PROTECTIONS } from './protections.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Without a name nothing is switched off, and the rows that wait for it stay green: the run then says that it is missed by none. */
const off = PROTECTIONS.filter(({ name }) => name === process.env['PROTECTION_OFF']);

/** The tests as ever, over a product in which one protection is switched off. */
export default mergeConfig(base, defineConfig({ plugins: [planting(root, off)] }));
