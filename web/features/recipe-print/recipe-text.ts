import { CHANNEL_COLUMNS, footerText, type PrintedChannel, type PrintedLine, type PrintedRecipe } from './printed.ts';

/** A recipe as a message with the same content as its paper. Stars make WhatsApp's bold. */
export function recipeText(recipe: PrintedRecipe, { isForKitchen }: { readonly isForKitchen: boolean }): string {
  const { kind, name, yieldText, lines, totals, figures, channels, method, nestedRecipes } = recipe;
  const figureLines = figures.map(
    ([label, value, share]) => `${label}: ${value}${share === undefined ? '' : ` (${share})`}`,
  );
  const costs = [
    totals.map((sum) => (sum.isGrandTotal ? `*${sum.name}: ${sum.value}*` : `${sum.name}: ${sum.value}`)).join('\n'),
    [...figureLines, ...channels.map(channelText)].join('\n'),
  ];
  const nestedTexts = nestedRecipes.map((part) =>
    [`*${part.name}* ${part.quantity}`, ...part.lines.map(quantityText), part.method ?? '']
      .filter(isNotEmpty)
      .join('\n'),
  );
  return [
    `*${name}* · ${kind.toLowerCase()}\nRendimento: ${yieldText}`,
    lines.map(isForKitchen ? quantityText : costText).join('\n'),
    ...(isForKitchen ? [] : costs),
    method === null ? '' : `*Modo de preparo*\n${method}`,
    ...(isForKitchen ? nestedTexts : []),
    footerText(isForKitchen),
  ]
    .filter(isNotEmpty)
    .join('\n\n')
    .replaceAll('\u00A0', ' '); // A message shows a non-breaking space as a strange sign.
}

const isNotEmpty = (part: string): boolean => part !== '';

const quantityText = ({ quantity, name }: PrintedLine): string => `• ${quantity} de ${name}`;

const costText = (line: PrintedLine): string => `${quantityText(line)}: ${line.cost ?? ''} (${line.price ?? ''})`;

/** The figures of one channel: 'App: preço R$ 50,00, CMV R$ 11,00, taxas R$ 10,00, margem R$ 29,00'. */
const channelText = ({ name, cells }: PrintedChannel): string => {
  if (!cells) return `${name}: não é vendido`;
  return `${name}: ${cells.map((cell, i) => `${columnWord(CHANNEL_COLUMNS[i] ?? '')} ${cell}`).join(', ')}`;
};

const columnWord = (column: string): string => (column === 'CMV' ? column : column.toLowerCase());
