import { Button } from '@mantine/core';
import { MessageCircle, Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Choice } from '#web/ui/choice.tsx';
import { whatsappShare } from '../site/whatsapp.ts';
import { type PrintedRecipe, withoutMoney } from './printed.ts';
import styles from './recipe-page.module.css';
import { RecipePaper } from './recipe-paper.tsx';
import { recipeText } from './recipe-text.ts';

const SHEETS = [
  { value: 'costs', label: 'Com custos' },
  { value: 'kitchen', label: 'Para a cozinha' },
] as const;

interface SheetFrameProps {
  readonly recipe: PrintedRecipe;
  /** For how many. */
  readonly amountField: ReactNode;
  /** Leads to where the recipe is changed. */
  readonly back: ReactNode;
}

/** A recipe on paper, with what there is to choose of it. */
export function SheetFrame({ recipe, amountField, back }: SheetFrameProps) {
  const [sheet, setSheet] = useState<'costs' | 'kitchen'>('costs');
  const isForKitchen = sheet === 'kitchen';
  const shown = isForKitchen ? withoutMoney(recipe) : recipe;
  return (
    <div className={styles['page']}>
      <div className={styles['tools']}>
        <Button leftSection={<Printer size={18} aria-hidden />} onClick={() => window.print()}>
          Imprimir ficha
        </Button>
        <Button
          component="a"
          variant="default"
          href={whatsappShare(recipeText(shown, { isForKitchen }))}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<MessageCircle size={18} aria-hidden />}
        >
          {/* A label is a flex box: an ordinary space at the end of a part of it is lost. */}
          <span className="spelled-out">Enviar por{'\u00A0'}</span>WhatsApp
        </Button>
        {back}
      </div>
      <div className={styles['choices']}>
        <Choice label="Que ficha" labelShown="never" options={SHEETS} value={sheet} onChange={setSheet} />
        {amountField}
      </div>
      <RecipePaper recipe={shown} isForKitchen={isForKitchen} />
    </div>
  );
}

/** Back to the list that the recipe is in. */
export const BackTo = ({ address, label }: { readonly address: string; readonly label: string }) => (
  <Button component={Link} variant="default" href={address}>
    Voltar para {label}
  </Button>
);
