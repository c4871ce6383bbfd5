import { Button } from '@mantine/core';
import { MessageCircle, Printer } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { formatCount } from '#domain/format.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { notify } from '#web/ui/notify.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { whatsappShare } from '../site/whatsapp.ts';
import type { ShoppingDraft } from './shopping-draft.ts';
import {
  costText,
  inStockText,
  supplierGroups,
  missingRecipesText,
  type ListLine,
  listText,
  preparationLines,
  plannedText,
  type SupplierOf,
} from './shopping-texts.ts';
import styles from './shopping.module.css';

interface ShoppingListProps {
  readonly draft: ShoppingDraft;
  readonly supplierOf: SupplierOf;
}

/** The items to buy and to make, for ticking off, printing or sending as a message. */
export const ShoppingList = observer(function ShoppingList({ draft, supplierOf }: ShoppingListProps) {
  const planned = plannedText(draft.plannedDishes);
  if (planned === '')
    return (
      <Panel title="O que comprar">
        <p className="soft">Diga quantos de cada prato vão sair: a lista se faz sozinha.</p>
      </Panel>
    );
  const groups = supplierGroups(draft.items, supplierOf);
  const preparations = preparationLines(draft);
  const [covered, missingRecipes, cost] = [inStockText(draft.items), missingRecipesText(draft), costText(draft.items)];
  const isTicked = ({ id, missing }: ListLine): boolean => draft.isTicked(id, missing);
  const lines = groups.flatMap((group) => group.lines);
  const text = listText({ planned, groups, preparations, covered, cost, missingRecipes, isTicked });
  return (
    <>
      <p className="soft text-15 breaks">Para {planned}.</p>
      {missingRecipes !== '' && (
        <p className="pad-block-12 pad-inline-16 rounded-small on-honey-tint text-15">{missingRecipes}</p>
      )}
      <Panel title="O que comprar" hint={progressText(lines, isTicked)}>
        {groups.map(({ supplier, lines: groupLines, cost: groupCost }) => (
          <section key={supplier ?? ''} aria-label={supplier ?? 'Tudo'}>
            {supplier !== undefined && (
              <h3 className="row between gap-12 text-16 weight-600">
                <span className="breaks">{supplier}</span>
                <span className="numeral soft">{groupCost}</span>
              </h3>
            )}
            <Lines lines={groupLines} draft={draft} />
          </section>
        ))}
        {lines.length === 0 && <p className="soft">Nada: o que tem em casa dá para tudo.</p>}
        {covered !== '' && lines.length > 0 && <p className="soft text-15 breaks">Já tem em casa: {covered}.</p>}
      </Panel>
      {preparations.length > 0 && (
        <Panel title="O que fazer" hint="Na ordem: primeiro o que vai dentro de outro preparo.">
          <Lines lines={preparations} draft={draft} />
        </Panel>
      )}
      <div className="flex wrap gap-8 hidden-on-paper">
        <CopyButton text={text} label="Copiar lista" />
        <Button
          component="a"
          variant="default"
          href={whatsappShare(text)}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<MessageCircle size={18} aria-hidden />}
        >
          Enviar por{'\u00A0'}WhatsApp
        </Button>
        <Button variant="default" leftSection={<Printer size={18} aria-hidden />} onClick={() => window.print()}>
          Imprimir
        </Button>
        <Button
          variant="subtle"
          color="gray"
          onClick={() => notify({ text: 'A lista está vazia para a próxima.', undo: draft.clear() })}
        >
          Começar outra lista
        </Button>
      </div>
    </>
  );
});

function progressText(lines: readonly ListLine[], isTicked: (line: ListLine) => boolean): string {
  const tickedCount = lines.filter(isTicked).length;
  if (tickedCount === 0) return 'Toque no que já pegou: a marca fica neste aparelho, mesmo sem internet.';
  return tickedCount === lines.length
    ? 'Tudo comprado.'
    : `${formatCount(tickedCount)} de ${formatCount(lines.length)} já comprados.`;
}

const Lines = observer(function Lines({
  lines,
  draft,
}: Pick<ShoppingListProps, 'draft'> & { lines: readonly ListLine[] }) {
  return (
    <ul className="stack list">
      {lines.map(({ id, name, amount, note, cost, missing, bought }) => {
        const isTicked = draft.isTicked(id, missing);
        return (
          <li key={id} className={`${styles['line']} line-below`}>
            <label className="row gap-12 pad-block-10 touch-48 pointer">
              <input
                type="checkbox"
                className={`${styles['tick']} rigid no-margin pointer`}
                aria-label={`${name}: ${amount}`}
                checked={isTicked}
                onChange={() => draft.tick(id, missing, bought)}
              />
              <span className={`${styles['words']} shrinks`}>
                <span className={`block breaks weight-560 ${isTicked ? styles['done'] : ''}`}>{name}</span>
                <span className="block breaks">{amount}</span>
                {note !== undefined && <span className="block faint text-15">{note}</span>}
              </span>
              {cost !== undefined && <span className="numeral soft">{cost}</span>}
            </label>
          </li>
        );
      })}
    </ul>
  );
});
