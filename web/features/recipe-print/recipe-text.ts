import { CHANNEL_COLUMNS, footOf, type PrintedChannel, type PrintedLine, type PrintedRecipe } from './printed.ts';

/** A recipe as a message with the same content as its paper. Stars make WhatsApp's bold. */
export function recipeText(recipe: PrintedRecipe, { isForKitchen }: { readonly isForKitchen: boolean }): string {
  const { kind, name, yields, lines, sums, figures, channels, method, parts } = recipe;
  const sold = figures.map(([label, value, share]) => `${label}: ${value}${share === undefined ? '' : ` (${share})`}`);
  const costs = [
    sums.map((sum) => (sum.isTotal ? `*${sum.name}: ${sum.value}*` : `${sum.name}: ${sum.value}`)).join('\n'),
    [...sold, ...channels.map(channelText)].join('\n'),
  ];
  const made = parts.map((part) =>
    [`*${part.name}* ${part.needed}`, ...part.lines.map(quantityText), part.method ?? ''].filter(isNotEmpty).join('\n'),
  );
  return [
    `*${name}* · ${kind.toLowerCase()}\nRendimento: ${yields}`,
    lines.map(isForKitchen ? quantityText : costText).join('\n'),
    ...(isForKitchen ? [] : costs),
    method === null ? '' : `*Modo de preparo*\n${method}`,
    ...(isForKitchen ? made : []),
    footOf(isForKitchen),
  ]
    .filter(isNotEmpty)
    .join('\n\n')
    .replaceAll('\u00A0', ' '); // A message shows a non-breaking space as a strange sign.
}

const isNotEmpty = (part: string): boolean => part !== '';

const quantityText = ({ quantity, name }: PrintedLine): string => `• ${quantity} de ${name}`;

const costText = (line: PrintedLine): string => `${quantityText(line)}: ${line.cost ?? ''} (${line.price ?? ''})`;

/** 'App: preço R$ 50,00, CMV R$ 11,00, taxas R$ 10,00, margem R$ 29,00' */
const channelText = ({ name, cells }: PrintedChannel): string => {
  if (!cells) return `${name}: não é vendido`;
  return `${name}: ${cells.map((cell, i) => `${wordOf(CHANNEL_COLUMNS[i] ?? '')} ${cell}`).join(', ')}`;
};

const wordOf = (column: string): string => (column === 'CMV' ? column : column.toLowerCase());
