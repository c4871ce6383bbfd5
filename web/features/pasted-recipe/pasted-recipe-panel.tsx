import '#web/ui/mantine-fields.ts';
import { Problem } from '#web/ui/note.tsx';
import { Button, Textarea } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { formatCount } from '#domain/format.ts';
import { MethodField } from '../fields/method-field.tsx';
import type { PastedRecipe } from './pasted-recipe.ts';
import { PastedLine } from './pasted-line.tsx';

interface PastedRecipePanelProps {
  /** The name of the dish or preparation. */
  readonly name: string;
  readonly recipe: PastedRecipe;
  readonly onClosed: () => void;
}

const EXAMPLE = '1 lata de leite condensado (395 g)\n2 colheres (sopa) de chocolate em pó\nsal a gosto';

/** A form for the text of a recipe, then its lines for review. */
export const PastedRecipePanel = observer(function PastedRecipePanel({
  name,
  recipe,
  onClosed,
}: PastedRecipePanelProps) {
  const panel = useRef<HTMLElement>(null);
  const { isPreview } = recipe;
  useEffect(() => panel.current?.querySelector<HTMLElement>('[data-begin]')?.focus(), [isPreview]);
  const close = () => {
    recipe.close();
    onClosed();
  };
  return (
    <section
      ref={panel}
      className="stack shrinks gap-16 pad-block-16 pad-inline-16 edge-strong rounded on-surface"
      aria-label={`Colar receita em ${name}`}
    >
      {isPreview ? (
        <Preview recipe={recipe} onClosed={onClosed} />
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
            value={recipe.text}
            error={recipe.problem}
            onChange={(event) => recipe.type(event.currentTarget.value)}
          />
          <div className="flex wrap gap-8">
            <Button onClick={() => recipe.read()}>Conferir</Button>
            <Button variant="subtle" color="gray" onClick={close}>
              Fechar
            </Button>
          </div>
        </>
      )}
    </section>
  );
});

const Preview = observer(function Preview({ recipe, onClosed }: Omit<PastedRecipePanelProps, 'name'>) {
  const { plan, addedLineCount, problemLineCount } = recipe;
  const footer = useRef<HTMLDivElement>(null);
  const titles = recipe.parts.flatMap((part) => (part.kind === 'title' ? [part.text] : []));
  const submit = async () => {
    if (await recipe.submit()) return onClosed();
    const invalidInput = footer.current?.closest('section')?.querySelector<HTMLElement>('[aria-invalid="true"]');
    invalidInput?.focus();
  };
  const isEmpty = addedLineCount === 0 && recipe.method.trim() === '';
  return (
    <>
      <h4 className="text-16 weight-620" tabIndex={-1} data-begin>
        {formatCount(plan.lines.length)} {plan.lines.length === 1 ? 'ingrediente' : 'ingredientes'} para conferir
      </h4>
      <ol className="stack shrinks gap-16 list">
        {plan.lines.map((line) => (
          <PastedLine key={line.index} line={line} recipe={recipe} />
        ))}
      </ol>
      {recipe.parts.some(({ kind }) => kind === 'method') && (
        <div>
          <MethodField value={recipe.method} error={plan.methodError} onChange={(text) => recipe.typeMethod(text)} />
          {recipe.isMethodAdded && <p className="soft text-15 breaks">Vai abaixo do que já está escrito.</p>}
        </div>
      )}
      {titles.length > 0 && <p className="soft text-15 breaks">Só títulos, ficam de fora: {titles.join(' · ')}</p>}
      <Problem text={recipe.problem} />
      <div ref={footer} className="flex wrap gap-8">
        <Button onClick={() => void submit()} loading={recipe.isSending} disabled={isEmpty && problemLineCount === 0}>
          {addedLineCount === 0
            ? 'Colocar na ficha'
            : `Colocar ${formatCount(addedLineCount)} ${addedLineCount === 1 ? 'linha' : 'linhas'} na ficha`}
        </Button>
        <Button variant="default" onClick={() => recipe.backToText()}>
          Voltar ao texto
        </Button>
      </div>
      {recipe.showsProblems && problemLineCount > 0 && (
        <p role="alert" className="tomato">
          {problemLineCount === 1
            ? 'Falta resolver 1 linha.'
            : `Falta resolver ${formatCount(problemLineCount)} linhas.`}
        </p>
      )}
    </>
  );
});
