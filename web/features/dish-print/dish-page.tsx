import { Button } from '@mantine/core';
import { MessageCircle, Printer } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Link } from 'wouter';
import { readPortions } from '#contract/amounts.ts';
import { keepDigits } from '#domain/numerals.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Async } from '#web/ui/async.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { channelsOf } from '../channels/channels-of.ts';
import { tabAddress } from '../dashboard/tabs.ts';
import { whatsappShare } from '../site/whatsapp.ts';
import styles from './dish-page.module.css';
import { DishPaper } from './dish-paper.tsx';
import { dishText } from './dish-text.ts';

/** One dish for the kitchen's wall: on one A4 page, or as a message. */
export const DishPage = observer(function DishPage({ dishId }: { readonly dishId: string }) {
  const { business } = useStores();
  return (
    <Async
      of={business.whole}
      onRetry={() => business.retry()}
      loading="Carregando a ficha..."
      failure="Erro ao carregar a ficha"
    >
      {() => <Sheet dishId={dishId} />}
    </Async>
  );
});

const SHEETS = [
  { value: 'costs', label: 'Com custos' },
  { value: 'kitchen', label: 'Para a cozinha' },
] as const;

const Sheet = observer(function Sheet({ dishId }: { readonly dishId: string }) {
  const { business } = useStores();
  const dish = dishAt(business, dishId);
  const figures = dish && business.figures.dishes.get(dish.id);
  const [sheet, setSheet] = useState<'costs' | 'kitchen'>('costs');
  const [typed, setTyped] = useState<string>();
  const back = (
    <Button component={Link} variant="default" href={tabAddress('recipes')}>
      Voltar para Ficha Técnica
    </Button>
  );
  if (!dish || !figures)
    return (
      <div className={styles['missing']}>
        <PageTitle className={styles['title']}>Este prato não está mais aqui</PageTitle>
        <p>Ele pode ter sido excluído, ou o endereço está incompleto.</p>
        {back}
      </div>
    );
  const own = dish.portions ?? 1;
  const text = typed ?? String(own);
  const wanted = readPortions(text);
  return (
    <div className={styles['page']}>
      <div className={styles['tools']}>
        <Button leftSection={<Printer size={18} aria-hidden />} onClick={() => window.print()}>
          Imprimir ficha
        </Button>
        <Button
          component="a"
          variant="default"
          href={whatsappShare(
            dishText(dish, figures, { settings: business.state.settings, channels: channelsOf(business) }),
          )}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<MessageCircle size={18} aria-hidden />}
        >
          {/* A label is a flex box: an ordinary space at the end of a part of it is lost. */}
          <span className={styles['lengthy']}>Enviar por{'\u00A0'}</span>WhatsApp
        </Button>
        {back}
      </div>
      <div className={styles['choices']}>
        <Choice label="Que ficha" labelShown="never" options={SHEETS} value={sheet} onChange={setSheet} />
        <TextField
          label="Para quantas porções"
          value={text}
          onChange={(to) => setTyped(keepDigits(to))}
          error={wanted.ok ? undefined : wanted.sentence}
        />
      </div>
      <DishPaper
        dish={dish}
        figures={figures}
        settings={business.state.settings}
        channels={channelsOf(business)}
        isForKitchen={sheet === 'kitchen'}
        portions={wanted.ok ? wanted.count : own}
      />
    </div>
  );
});

/** Also by the id under which a new dish was first shown. */
function dishAt(business: BusinessStore, id: string) {
  const { dishes } = business.state;
  return dishes.get(id) ?? [...dishes.values()].find((dish) => business.keyOf(dish.id) === id);
}
