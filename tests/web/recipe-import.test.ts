import { componentOf } from '#domain/business/recipe/components.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvFile } from '#contract/csv.ts';
import { sortMainFirst } from '#domain/business/channel/channels.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import type { Business } from '#domain/business/state.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { TABLES } from '#web/features/export/tables.ts';
import { importKind } from '#web/features/import/import-kinds.ts';
import type { Answers } from '#web/features/fields/import-kind.ts';
import type { RowOutcome } from '#web/features/import/review.ts';
import { createFakeServer, idOf } from './support/fake-server.ts';
import { reviewOf } from './support/pasted-rows.ts';

type Tab = 'preparations' | 'recipes';

/** The outcome of each row of a sheet. */
const outcomesOf = (tab: Tab, sheet: string, state: Business): readonly RowOutcome[] =>
  reviewOf(tab, sheet, state).rowOutcomes;

/** The commands that the import of a sheet gives. */
function commandsOf(tab: Tab, sheet: string, state: Business, answers: Answers = {}): readonly BusinessCommand[] {
  const { rowOutcomes, commands } = reviewOf(tab, sheet, state, answers);
  expect(rowOutcomes.filter(({ kind }) => kind === 'wrong' || kind === 'refused' || kind === 'waiting')).toEqual([]);
  return commands.map(({ command }): BusinessCommand => command);
}

const stateAfterImport = (tab: Tab, sheet: string, before: readonly BusinessCommand[]): Business =>
  createFakeServer([...before, ...commandsOf(tab, sheet, createFakeServer([...before]).state())]).state();

const errorsOf = (tab: Tab, sheet: string, before: readonly BusinessCommand[]): readonly object[] =>
  outcomesOf(tab, sheet, createFakeServer([...before]).state()).map((rowOutcome) =>
    rowOutcome.kind === 'wrong' ? rowOutcome.errors : {},
  );

const addIngredient = (name: string, unit: string, unitPrice = 10_000): BusinessCommand => ({
  type: 'AddIngredient',
  id: idOf(name),
  name,
  unit,
  unitPrice,
});
const addPreparation = (name: string, yieldQuantity: number, yieldUnit: string): BusinessCommand => ({
  type: 'AddPreparation',
  id: idOf(name),
  name,
  yieldQuantity,
  yieldUnit,
});
const INGREDIENTS = [
  addIngredient('Farinha', 'kg'),
  addIngredient('Leite condensado', 'un'),
  addIngredient('Ovo', 'un'),
  addIngredient('Tempo', 'h'),
];

/** The recipes with names instead of ids. */
const recipesByName = (state: Business, of: 'dishes' | 'preparations') =>
  [...state[of].values()].map((recipe) => ({
    name: recipe.name,
    ...('yieldUnit' in recipe ? { rende: [recipe.yieldQuantity, recipe.yieldUnit] } : {}),
    lines: recipe.lines.map(({ ingredientId, quantity, ownUnit, channels }) => [
      componentOf(state, ingredientId)?.name,
      quantity,
      ownUnit,
      channels && [...channels].toSorted(),
    ]),
  }));

describe('the import of preparations', () => {
  test('accepts recipes and yields in any order of the rows', () => {
    const sheet = [
      'Preparo;Rende;Insumo;Quantidade;Unidade',
      'Recheio;;Brigadeiro;500;g',
      'Recheio;1 kg;Ovo;2;',
      'brigadeiro;40 un;Leite condensado;2,5;un',
      'Brigadeiro;;Tempo;30 min;',
      'Calda;300 ml;;;',
    ].join('\n');
    const conversion: BusinessCommand[] = [];
    expect(errorsOf('preparations', sheet, INGREDIENTS)[0]).toEqual({ unit: 'Quanto pesa 1 un de Brigadeiro?' });
    const inUnits = sheet.replace('500;g', '20;un');
    const state = stateAfterImport('preparations', inUnits, [...INGREDIENTS, ...conversion]);
    expect(recipesByName(state, 'preparations')).toEqual([
      {
        name: 'Recheio',
        rende: [10_000, 'kg'],
        lines: [
          ['brigadeiro', 200_000, 'un', null],
          ['Ovo', 20_000, 'un', null],
        ],
      },
      {
        name: 'brigadeiro',
        rende: [400_000, 'un'],
        lines: [
          ['Leite condensado', 25_000, 'un', null],
          ['Tempo', 300_000, 'min', null],
        ],
      },
      { name: 'Calda', rende: [3_000_000, 'ml'], lines: [] },
    ]);
  });

  test('changes only what differs, once, and keeps the rest', () => {
    const before: BusinessCommand[] = [
      ...INGREDIENTS,
      addPreparation('Massa', 20_000, 'kg'),
      {
        type: 'AddPreparationIngredient',
        preparationId: idOf('Massa'),
        ingredientId: idOf('Farinha'),
        quantity: 10_000,
      },
      { type: 'AddPreparationIngredient', preparationId: idOf('Massa'), ingredientId: idOf('Ovo'), quantity: 30_000 },
    ];
    const state = createFakeServer(before).state();
    const sheet = 'Preparo;Rende;Insumo;Quantidade;Unidade\nMassa;2,5 kg;Farinha;1,2;\nMassa;;Ovo;3;un';
    expect(commandsOf('preparations', sheet, state)).toEqual([
      { type: 'ChangePreparation', id: idOf('Massa'), yieldQuantity: 25_000, yieldUnit: 'kg' },
      {
        type: 'ChangePreparationIngredient',
        preparationId: idOf('Massa'),
        ingredientId: idOf('Farinha'),
        quantity: 12_000,
        unit: 'kg',
      },
    ]);
    expect(recipesByName(stateAfterImport('preparations', sheet, before), 'preparations')[0]?.lines).toHaveLength(2);
    const kind = importKind('preparations', () => state);
    expect(
      outcomesOf('preparations', sheet, state).map((rowOutcome) =>
        rowOutcome.kind === 'update'
          ? kind.updateSentence?.(rowOutcome.existing, rowOutcome.row).replaceAll('\u00A0', ' ')
          : rowOutcome.kind,
      ),
    ).toEqual(['Vai atualizar a quantidade de 1 kg para 1,2 kg e o rendimento de 2 kg para 2,5 kg.', 'same']);
  });

  test.each<[string, string, object]>([
    ['no yield', 'Massa;;Farinha;1;kg', { batch: 'Diga quanto a receita rende, como 2 kg ou 40 un.' }],
    ['a yield without a unit', 'Massa;2;Farinha;1;kg', { batch: 'Diga também a unidade, como 2 kg ou 40 un.' }],
    ['no quantity', 'Massa;2 kg;Ovo;;un', { quantity: 'Preencha este campo.' }],
    ['a quantity without a component', 'Massa;2 kg;;3;un', { component: 'Preencha este campo.' }],
    ['two units', 'Massa;2 kg;Farinha;300 g;kg', { quantity: 'A unidade está escrita duas vezes: deixe uma só.' }],
    ['a quantity of zero', 'Massa;2 kg;Farinha;0;kg', { quantity: 'O valor precisa ser maior que zero.' }],
    ['no name', ';2 kg;Farinha;1;kg', { name: 'Preencha este campo.' }],
  ])('shows the error in its cell for %s', (_what, row, errors) => {
    expect(errorsOf('preparations', `Preparo;Rende;Insumo;Quantidade;Unidade\n${row}`, INGREDIENTS)).toEqual([errors]);
  });

  test('shows contradicting yields at the later row', () => {
    const sheet = 'Preparo;Rende;Insumo;Quantidade;Unidade\nMassa;2 kg;Farinha;1;kg\nMassa;3 kg;Ovo;2;un';
    expect(errorsOf('preparations', sheet, INGREDIENTS)).toEqual([{}, { batch: 'Na linha 1 rende 2 kg.' }]);
  });

  const LINES = 'Preparo;Rende;Insumo;Quantidade;Unidade\n';
  const questionsOf = (sheet: string, answers: Answers = {}) =>
    reviewOf('preparations', `${LINES}${sheet}`, createFakeServer([...INGREDIENTS]).state(), answers).questions.map(
      ({ sentence, options, problem }) => [sentence, options.map(({ label }) => label), problem],
    );

  test('asks once about an unknown component and can add it without a price', () => {
    const sheet = 'Massa;2 kg;Fermento;1;g\nMassa;;Farina;500;g\nPão;1 kg;fermento;3;g';
    expect(questionsOf(sheet)).toEqual([
      ['“Fermento” não está em Insumos nem em Preparos.', ['Incluir como insumo, sem preço'], undefined],
      ['“Farina” não está em Insumos nem em Preparos.', ['É “Farinha”', 'Incluir como insumo, sem preço'], undefined],
    ]);
    const answers = { 'unknown:fermento': 'new', 'unknown:farina': idOf('Farinha') };
    const state = createFakeServer([
      ...INGREDIENTS,
      ...commandsOf('preparations', `${LINES}${sheet}`, createFakeServer([...INGREDIENTS]).state(), answers),
    ]).state();
    expect(recipesByName(state, 'preparations').map(({ lines }) => lines)).toEqual([
      [
        ['Fermento', 10_000, 'g', null],
        ['Farinha', 5_000_000, 'g', null],
      ],
      [['Fermento', 30_000, 'g', null]],
    ]);
    expect([...state.ingredients.values()].at(-1)).toMatchObject({ name: 'Fermento', unit: 'g', unitPrice: 0 });
  });

  test('asks once about a unit that cannot be converted and keeps the answer', () => {
    const sheet = 'Massa;2 kg;Ovo;100;g\nPão;1 kg;Ovo;60;g';
    expect(questionsOf(sheet)).toEqual([['Quanto pesa 1 un de Ovo?', [], undefined]]);
    const key = `conversion:${idOf('Ovo')}:un:g`;
    expect(questionsOf(sheet, { [key]: 'muito' })[0]?.[2]).toBe('Isto não é uma quantidade. Escreva como 50 g.');
    const commands = commandsOf('preparations', `${LINES}${sheet}`, createFakeServer([...INGREDIENTS]).state(), {
      [key]: '50',
    });
    expect(commands[0]).toEqual({
      type: 'ChangeIngredient',
      id: idOf('Ovo'),
      conversions: [{ unit: 'un', quantity: 500_000, equalsUnit: 'g' }],
    });
    expect(commands).toHaveLength(5);
  });

  test('asks once per ingredient about an implausible quantity', () => {
    const sheet = 'Massa;2 kg;Farinha;200;\nPão;3 kg;Farinha;500;';
    expect(questionsOf(sheet)).toEqual([['“Farinha”: 200 kg ou 200 g?', ['kg', 'g'], undefined]]);
    const answers = { [`quantity:${idOf('Farinha')}`]: 'g' };
    const state = createFakeServer([
      ...INGREDIENTS,
      ...commandsOf('preparations', `${LINES}${sheet}`, createFakeServer([...INGREDIENTS]).state(), answers),
    ]).state();
    expect(recipesByName(state, 'preparations').map(({ lines }) => lines)).toEqual([
      [['Farinha', 2_000_000, 'g', null]],
      [['Farinha', 5_000_000, 'g', null]],
    ]);
  });

  test('adds up the quantities of a repeated ingredient in the unit of the first row', () => {
    const sheet = 'Massa;2 kg;Farinha;300;g\nMassa;;farinha;0,2;kg\nMassa;;Ovo;1;un\nMassa;;Ovo;1;dz';
    const review = reviewOf('preparations', `${LINES}${sheet}`, createFakeServer([...INGREDIENTS]).state());
    expect(review.rowOutcomes.map(({ kind }) => kind)).toEqual(['add', 'summed', 'add', 'summed']);
    expect(review.commands.slice(1).map(({ command }) => command)).toMatchObject([
      { quantity: 5_000_000, unit: 'g' },
      { quantity: 130_000, unit: 'un' },
    ]);
  });

  test('shows a cycle at the line that would close it', () => {
    const before: BusinessCommand[] = [
      ...INGREDIENTS,
      addPreparation('Massa', 10_000, 'kg'),
      addPreparation('Fermento', 10_000, 'kg'),
      {
        type: 'AddPreparationIngredient',
        preparationId: idOf('Massa'),
        ingredientId: idOf('Fermento'),
        quantity: 10_000,
      },
    ];
    const [said] = errorsOf('preparations', 'Preparo;Insumo;Quantidade\nFermento;Massa;1', before);
    expect(said).toEqual({ component: expect.stringContaining('Massa') });
  });
});

describe('the import of recipes of dishes', () => {
  test('accepts rows without headings and adds new dishes', () => {
    const state = stateAfterImport('recipes', 'Bolo\tFarinha\t300 g\nBolo\tOvo\t3', INGREDIENTS);
    expect(recipesByName(state, 'dishes')).toEqual([
      {
        name: 'Bolo',
        lines: [
          ['Farinha', 3_000_000, 'g', null],
          ['Ovo', 30_000, 'un', null],
        ],
      },
    ]);
    expect([...state.dishes.values()][0]?.salePrice).toBe(0);
  });

  test('changes an existing line and does not confuse similar names', () => {
    const before: BusinessCommand[] = [
      ...INGREDIENTS,
      { type: 'AddDish', id: idOf('Bolo'), name: 'Bolo', salePrice: 100_000 },
      { type: 'AddDishIngredient', dishId: idOf('Bolo'), ingredientId: idOf('Ovo'), quantity: 20_000 },
    ];
    const state = createFakeServer(before).state();
    expect(commandsOf('recipes', 'Prato;Ingrediente;Qtd\nBOLO;óvo;4', state)).toEqual([
      {
        type: 'ChangeDishIngredient',
        dishId: idOf('Bolo'),
        ingredientId: idOf('Ovo'),
        quantity: 40_000,
        unit: 'un',
        channels: null,
      },
    ]);
    expect(commandsOf('recipes', 'Prato;Ingrediente;Qtd\nBolo;Ovo;2', state)).toEqual([]);
  });
});

describe('exported recipes', () => {
  const BASIC_INGREDIENTS = ['Farinha', 'Açúcar', 'Sal'].map((name) => addIngredient(name, 'kg'));
  const CHANNELS: readonly BusinessCommand[] = ['Balcão', 'App'].map((name) => ({
    type: 'AddChannel',
    id: idOf(`canal ${name}`),
    name,
  }));
  const amount = fc.tuple(fc.integer({ min: 1, max: 99_999_999 }), fc.constantFrom('kg', 'g'));
  const anyMenu = fc
    .record({
      yields: fc.array(amount, { minLength: 1, maxLength: 4 }),
      parts: fc.array(fc.tuple(fc.nat(6), fc.nat(6), amount, fc.constantFrom(null, 'Balcão', 'App')), {
        maxLength: 12,
      }),
    })
    .map(({ yields, parts }) => {
      const preparations = yields.map(([quantity, unit], i) => addPreparation(`Preparo ${i}`, quantity, unit));
      const dishes = ['Prato "A", bom', 'Prato; B'].map((name): BusinessCommand => ({
        type: 'AddDish',
        id: idOf(name),
        name,
        salePrice: 0,
      }));
      const owners = [...yields.map((_, i) => `Preparo ${i}`), 'Prato "A", bom', 'Prato; B'];
      const components = ['Farinha', 'Açúcar', 'Sal', ...yields.map((_, i) => `Preparo ${i}`)];
      const seen = new Set<string>();
      const lines = parts.flatMap(([whose, what, [quantity, unit], where]): BusinessCommand[] => {
        const owner = whose % owners.length;
        const component = what % components.length;
        const key = `${owner} ${component}`;
        // A preparation uses only earlier ones, so there are no cycles.
        if (seen.has(key) || (owner < yields.length && component - 3 >= owner)) return [];
        seen.add(key);
        const line = { ingredientId: idOf(components[component] ?? ''), quantity, unit };
        const id = idOf(owners[owner] ?? '');
        if (owner < yields.length) return [{ type: 'AddPreparationIngredient', preparationId: id, ...line }];
        return [
          {
            type: 'AddDishIngredient',
            dishId: id,
            ...line,
            channels: where === null ? null : [idOf(`canal ${where}`)],
          },
        ];
      });
      return { preparations, dishes, lines };
    });

  const sheetOf = (table: 'preparos' | 'fichas-tecnicas', state: Business): string =>
    csvFile(TABLES[table]({ state, figures: businessFigures(state) }));

  test('give the same recipes again, in the same business and in another with the same ingredients', () => {
    fc.assert(
      fc.property(anyMenu, ({ preparations, dishes, lines }) => {
        const existing = [...BASIC_INGREDIENTS, ...CHANNELS];
        const state = createFakeServer([...existing, ...preparations, ...dishes, ...lines]).state();
        expect(sortMainFirst(state)).toHaveLength(2);
        for (const [tab, table] of [
          ['preparations', 'preparos'],
          ['recipes', 'fichas-tecnicas'],
        ] as const)
          expect(outcomesOf(tab, sheetOf(table, state), state).filter(({ kind }) => kind !== 'same')).toEqual([]);
        const withPreparations = [
          ...existing,
          ...commandsOf('preparations', sheetOf('preparos', state), createFakeServer(existing).state()),
        ];
        const other = createFakeServer(withPreparations).state();
        expect(recipesByName(other, 'preparations')).toEqual(recipesByName(state, 'preparations'));
        const whole = createFakeServer([
          ...withPreparations,
          ...commandsOf('recipes', sheetOf('fichas-tecnicas', state), other),
        ]).state();
        expect(recipesByName(whole, 'dishes')).toEqual(
          recipesByName(state, 'dishes').filter((dish) => dish.lines.length > 0),
        );
      }),
      { numRuns: 60 },
    );
  });
});
