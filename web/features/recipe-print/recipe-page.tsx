import { Button } from '@mantine/core';
import { MessageCircle, Printer } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { AMOUNTS, readAmount, readPortions } from '#domain/amounts.ts';
import { SCALE } from '#domain/decimal.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { CountField } from '#web/ui/count-field.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { PREPARATIONS, tabAddress } from '../navigation/addresses.ts';
import { whatsappShare } from '../site/whatsapp.ts';
import { type PrintedRecipe, withoutMoney } from './printed.ts';
import { printedDish, printedPreparation } from './printed-recipe.ts';
import styles from './recipe-page.module.css';
import { RecipePaper } from './recipe-paper.tsx';
import { recipeText } from './recipe-text.ts';

/** A printable recipe of a dish or a preparation, which can also be sent as a message. */
export const RecipePage = observer(function RecipePage({ recipeId }: { readonly recipeId: string }) {
  const { business } = useStores();
  return (
    <RemoteDataView
      data={business.allData}
      onRetry={() => business.reader.retry()}
      loading="Carregando a ficha..."
      failure="Erro ao carregar a ficha"
    >
      {() => <PrintSheet recipeId={recipeId} />}
    </RemoteDataView>
  );
});

const PrintSheet = observer(function PrintSheet({ recipeId }: { readonly recipeId: string }) {
  const { business } = useStores();
  const { state } = business;
  const dish = state.dishes.get(recipeId);
  const figures = dish && business.figures.dishes.get(dish.id);
  const preparation = dish ? undefined : state.preparations.get(recipeId);
  const costed = preparation && createCosting(state).preparation(preparation.id);
  const defaultPortions = dish?.portions ?? 1;
  const [draft, setDraft] = useState<string>();
  const text = draft ?? String(defaultPortions);
  if (dish && figures) {
    const portions = readPortions(text);
    return (
      <SheetFrame
        recipe={printedDish(dish, figures, { state, portions: portions.ok ? portions.count : defaultPortions })}
        amountField={
          <CountField label="Para quantas porções" value={text} onChange={setDraft} error={sentenceOf(portions)} />
        }
        back={<BackButton address={tabAddress('recipes')} label="Ficha Técnica" />}
      />
    );
  }
  if (costed) {
    const { factor } = AMOUNTS;
    const batches = readAmount(text, factor);
    return (
      <SheetFrame
        recipe={printedPreparation(costed, { state, batches: batches.ok ? batches.tenThousandths : SCALE })}
        amountField={
          <AmountField
            label="Quantas receitas"
            rule={factor}
            value={text}
            onChange={setDraft}
            error={sentenceOf(batches)}
          />
        }
        back={<BackButton address={PREPARATIONS} label="Preparos" />}
      />
    );
  }
  return (
    <div className="stack from-left shrinks gap-24">
      <PageTitle className={`${styles['title']} weight-640 breaks`}>Esta ficha não está mais aqui</PageTitle>
      <p>O prato ou preparo pode ter sido excluído, ou o endereço está incompleto.</p>
      <BackButton address={tabAddress('recipes')} label="Ficha Técnica" />
    </div>
  );
});

type TextCheck = { readonly ok: true } | { readonly ok: false; readonly sentence: string };
const sentenceOf = (reading: TextCheck): string | undefined => (reading.ok ? undefined : reading.sentence);

const SHEET_CHOICES = [
  { value: 'costs', label: 'Com custos' },
  { value: 'kitchen', label: 'Para a cozinha' },
] as const;

interface SheetFrameProps {
  readonly recipe: PrintedRecipe;
  /** The input for the number of portions or batches. */
  readonly amountField: ReactNode;
  /** The link back to the list that the recipe is in. */
  readonly back: ReactNode;
}

/** A recipe on paper, with the choices for it above. */
function SheetFrame({ recipe, amountField, back }: SheetFrameProps) {
  const [sheet, setSheet] = useState<'costs' | 'kitchen'>('costs');
  const isForKitchen = sheet === 'kitchen';
  const visibleRecipe = isForKitchen ? withoutMoney(recipe) : recipe;
  return (
    <div className={`${styles['page']} stack from-left shrinks gap-24`}>
      <div className={`${styles['tools']} flex wrap gap-8 hidden-on-paper`}>
        <Button leftSection={<Printer size={18} aria-hidden />} onClick={() => window.print()}>
          Imprimir ficha
        </Button>
        <Button
          component="a"
          variant="default"
          href={whatsappShare(recipeText(visibleRecipe, { isForKitchen }))}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<MessageCircle size={18} aria-hidden />}
        >
          {/* A label is a flex container, which drops an ordinary space at the end of an item. */}
          <span className="spelled-out">Enviar por{'\u00A0'}</span>WhatsApp
        </Button>
        {back}
      </div>
      <div className="flex wrap at-bottom gap-12 across-24 hidden-on-paper">
        <Choice label="Que ficha" labelPosition="never" options={SHEET_CHOICES} value={sheet} onChange={setSheet} />
        {amountField}
      </div>
      <RecipePaper recipe={visibleRecipe} isForKitchen={isForKitchen} />
    </div>
  );
}

const BackButton = ({ address, label }: { readonly address: string; readonly label: string }) => (
  <Button component={Link} variant="default" href={address}>
    Voltar para {label}
  </Button>
);
