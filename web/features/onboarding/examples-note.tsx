import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { formatCount } from '#domain/format.ts';
import styles from './model-preview.module.css';
import { useUncheckedExamples } from './unchecked-examples.ts';

interface ExamplesNoteProps {
  readonly rows: Iterable<{ readonly id: string; readonly version: number }>;
  /** The nouns with their verbs: ['insumo ainda tem', 'insumos ainda têm']. */
  readonly words: readonly [one: string, many: string];
}

/** The number of rows above a list that came with a ready model and have not been checked yet. */
export const ExamplesNote = observer(function ExamplesNote({ rows, words: [one, many] }: ExamplesNoteProps) {
  const examples = useUncheckedExamples();
  const rowList = [...rows];
  const exampleCount = examples.countIn(rowList);
  if (exampleCount === 0) return null;
  return (
    <div className={`${styles['note']} row wrap between gap-4 across-16 rounded on-honey-tint text-15`}>
      <p>
        {formatCount(exampleCount)} {exampleCount === 1 ? one : many} valor de exemplo: troque pelo seu.
      </p>
      <Button variant="subtle" className={styles['settle'] ?? ''} onClick={() => examples.markChecked(rowList)}>
        Estão certos
      </Button>
    </div>
  );
});
