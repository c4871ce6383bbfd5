import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** The texts for users are in the sources; some forbidden forms can be found by a pattern. */

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['web', 'src/contract', 'src/http', 'src/mail', 'src/app/samples'];

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`),
);

interface Rule {
  readonly what: string;
  readonly pattern: RegExp;
  /** A text that the pattern must match, which proves that it works. */
  readonly example: string;
}

const PARTICIPLE = '(?:adicionad|excluíd|criad|removid|cadastrad|incluíd|restaurad|desfeit|salv)[oa]';

const RULES: readonly Rule[] = [
  {
    what: 'a participle that agrees with a name, whose gender is unknown',
    pattern: new RegExp(String.raw`\$\{[^}]*[nN]ame[^}]*\}[”"]? (?:já )?(?:não )?(?:foi |está )?${PARTICIPLE}\b`),
    example: '`${name} adicionado: R$ 3,00`',
  },
  {
    what: 'a participle behind a name in a tag',
    pattern: new RegExp(String.raw`</strong> (?:não )?(?:foi |está )?${PARTICIPLE}\b`),
    example: '<strong>{name}</strong> não foi adicionado.',
  },
  { what: 'the Italian spelling of a Brazilian pizza', pattern: /margherita/i, example: 'Pizza Margherita' },
  {
    what: 'a percentage written like a quantity, with up to four decimals',
    pattern: /\{(?:formatQuantity|unitPrice)\([^`]*\)\}%/,
    example: '`${formatQuantity(units)}%`',
  },
  {
    what: 'a dish’s margin that may be rounded across the line of its rating',
    pattern: /[^a-zA-Z]percentage\([a-zA-Z.]*contributionMarginPercentage\)/,
    example: ' percentage(figures.contributionMarginPercentage)',
  },
];

test.each(RULES)('no text for users contains $what', ({ pattern, example }) => {
  expect(example).toMatch(pattern);
  const found = sources.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1} ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
