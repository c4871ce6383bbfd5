import '#web/ui/mantine-fields.ts';
import { Button, Textarea } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { count } from '#domain/format.ts';
import { MethodField } from '../fields/method-field.tsx';
import type { PastedRecipe } from './pasted-recipe.ts';
import { PastedLine } from './pasted-line.tsx';

interface PastedRecipePanelProps {
  /** The name of the dish or preparation. */
  readonly name: string;
  readonly pasted: PastedRecipe;
  readonly onClosed: () => void;
}

const EXAMPLE = '1 lata de leite condensado (395 g)\n2 colheres (sopa) de chocolate em pó\nsal a gosto';

/** A form for the text of a recipe, then its lines for review. */
export const PastedRecipePanel = observer(function PastedRecipePanel({
  name,
  pasted,
  onClosed,
}: PastedRecipePanelProps) {
  const panel = useRef<HTMLElement>(null);
  const { isPreview } = pasted;
  useEffect(() => panel.current?.querySelector<HTMLElement>('[data-begin]')?.focus(), [isPreview]);
  const close = () => {
    pasted.close();
    onClosed();
  };
  return (
    <section
      ref={panel}
      className="stack shrinks gap-16 pad-block-16 pad-inline-16 edge-strong rounded on-surface"
      aria-label={`Colar receita em ${name}`}
    >
      {isPreview ? (
        <Preview pasted={pasted} onClosed={onClosed} />
      ) : (
        <>
          <Textarea
            data-begin
            label="Cole aqui a receita"
            description="Um ingrediente por linha, do jeito que está escrito. O modo de preparo pode vir junto."
            placeholder={EXAMPLE}
            autosize
            minRows={6}
            maxRows={18}
            size="md"
            radius="md"
            value={pasted.text}
            error={pasted.problem}
            onChange={(event) => pasted.type(event.currentTarget.value)}
          />
          <div className="flex wrap gap-8">
            <Button onClick={() => pasted.read()}>Conferir</Button>
            <Button variant="subtle" color="gray" onClick={close}>
              Fechar
            </Button>
          </div>
        </>
      )}
    </section>
  );
});

const Preview = observer(function Preview({ pasted, onClosed }: Omit<PastedRecipePanelProps, 'name'>) {
  const { plan, takenLines, openLines } = pasted;
  const foot = useRef<HTMLDivElement>(null);
  const titles = pasted.parts.flatMap((part) => (part.kind === 'title' ? [part.text] : []));
  const take = async () => {
    if (await pasted.take()) return onClosed();
    const wrong = foot.current?.closest('section')?.querySelector<HTMLElement>('[aria-invalid="true"]');
    wrong?.focus();
  };
  const isNothing = takenLines === 0 && pasted.method.trim() === '';
  return (
    <>
      <h4 className="text-16 weight-620" tabIndex={-1} data-begin>
        {count(plan.lines.length)} {plan.lines.length === 1 ? 'ingrediente' : 'ingredientes'} para conferir
      </h4>
      <ol className="stack shrinks gap-16 list">
        {plan.lines.map((planned) => (
          <PastedLine key={planned.index} planned={planned} pasted={pasted} />
        ))}
      </ol>
      {pasted.parts.some(({ kind }) => kind === 'method') && (
        <div>
          <MethodField value={pasted.method} error={plan.methodError} onChange={(text) => pasted.typeMethod(text)} />
          {pasted.isMethodAdded && <p className="soft text-15 breaks">Vai abaixo do que já está escrito.</p>}
        </div>
      )}
      {titles.length > 0 && <p className="soft text-15 breaks">Só títulos, ficam de fora: {titles.join(' · ')}</p>}
      {pasted.problem !== undefined && (
        <p role="alert" className="tomato">
          {pasted.problem}
        </p>
      )}
      <div ref={foot} className="flex wrap gap-8">
        <Button onClick={() => void take()} loading={pasted.isSending} disabled={isNothing && openLines === 0}>
          {takenLines === 0
            ? 'Colocar na ficha'
            : `Colocar ${count(takenLines)} ${takenLines === 1 ? 'linha' : 'linhas'} na ficha`}
        </Button>
        <Button variant="default" onClick={() => pasted.backToText()}>
          Voltar ao texto
        </Button>
      </div>
      {pasted.showsProblems && openLines > 0 && (
        <p role="alert" className="tomato">
          {openLines === 1 ? 'Falta resolver 1 linha.' : `Falta resolver ${count(openLines)} linhas.`}
        </p>
      )}
    </>
  );
});
