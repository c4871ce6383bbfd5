import { observer } from 'mobx-react-lite';
import { useSearch } from 'wouter';
import { lacksPrice } from '#domain/business/ingredient/purchase.ts';
import type { Business } from '#domain/business/state.ts';
import { count } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import type { View } from '#web/stores/view.ts';
import { Async } from '#web/ui/async.tsx';
import { Section } from '#web/ui/section.tsx';
import { Explained } from '../glossary/explained.tsx';
import { Ingredients } from '../ingredients/ingredients.tsx';
import { asksForPreparations } from '../places/preparations-address.ts';
import { Preparations } from './preparations.tsx';
import { Sides } from './sides.tsx';

const BOUGHT = {
  term: <Explained term="ingredient" name="O que é insumo" />,
  explanation: 'O que você compra, por quilo, litro ou unidade. Mudou o preço? Os pratos acompanham na hora.',
};
const MADE = {
  term: <Explained term="preparation" name="O que é preparo" />,
  explanation: 'O que você faz antes e usa nos pratos. Custa o que vai na receita, dividido pelo que ela rende.',
};

/** Insumos: what is bought, and what one unit of it costs; and what is made of it before there is a dish. */
export const IngredientsTab = observer(function IngredientsTab() {
  const { business } = useStores();
  const isMade = asksForPreparations(useSearch());
  const kitchen = business.view('ingredients', 'preparations');
  return (
    <Section title="Insumos" {...(isMade ? MADE : BOUGHT)} total={isMade ? totalMade(kitchen) : totalBought(kitchen)}>
      <Async
        of={kitchen}
        onRetry={() => business.retry()}
        loading="Carregando insumos..."
        failure="Erro ao carregar insumos"
      >
        {({ ingredients, preparations }) => (
          <>
            <Sides bought={ingredients.size} made={preparations.size} />
            {isMade ? <Preparations /> : <Ingredients />}
          </>
        )}
      </Async>
    </Section>
  );
});

type Kitchen = View<Pick<Business, 'ingredients' | 'preparations'>>;

const label = 'Cadastrados';

function totalBought(kitchen: Kitchen) {
  if (kitchen.kind !== 'known') return { label, value: '–' };
  const { ingredients } = kitchen.value;
  const withoutPrice = [...ingredients.values()].filter(lacksPrice).length;
  return {
    label,
    value: `${count(ingredients.size)} ${ingredients.size === 1 ? 'insumo' : 'insumos'}`,
    note: withoutPrice > 0 ? `falta preço em ${count(withoutPrice)}` : undefined,
  };
}

function totalMade(kitchen: Kitchen) {
  if (kitchen.kind !== 'known') return { label, value: '–' };
  const { preparations } = kitchen.value;
  const withoutRecipe = [...preparations.values()].filter(({ lines }) => lines.length === 0).length;
  return {
    label,
    value: `${count(preparations.size)} ${preparations.size === 1 ? 'preparo' : 'preparos'}`,
    note: withoutRecipe > 0 ? `falta a receita em ${count(withoutRecipe)}` : undefined,
  };
}
