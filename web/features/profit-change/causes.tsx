import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { formatCount } from '#domain/format.ts';
import { changeAddress } from '../navigation/addresses.ts';
import { formatDayAndTime } from '#web/ui/instants.ts';
import { toAmount, type AmountFormat } from './amounts.ts';
import type { ProfitChange } from './answer.ts';
import { type CausePart, sentenceOf } from './cause-sentences.ts';
import styles from './profit-change.module.css';

/** The number of causes before 'mostrar mais'. */
const INITIAL_CAUSES = 8;

/** A sentence for each cause with its effect; opened, the changes behind it. */
export function Causes({ change, format }: { readonly change: ProfitChange; readonly format: AmountFormat }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const { parts } = change;
  const visibleParts = isExpanded || parts.length <= INITIAL_CAUSES + 1 ? parts : parts.slice(0, INITIAL_CAUSES);
  const hiddenParts = parts.slice(visibleParts.length);
  const hiddenTotal = hiddenParts.reduce((sum, { value }) => sum + toAmount(value), 0);
  const largest = Math.max(...parts.map(({ value }) => Math.abs(value)));
  return (
    <>
      <ol className={`${styles['list']} stack list`}>
        {visibleParts.map((part) => (
          <li key={`${part.kind} ${part.id} ${part.channel?.id}`}>
            <Cause
              part={part}
              format={format}
              share={Math.abs(part.value) / largest}
              isMeanFigure={change.figure === 'profit'}
            />
          </li>
        ))}
      </ol>
      {hiddenParts.length > 0 && (
        <button
          type="button"
          className="to-left touch no-padding bare-button ink text-start underlined lightly"
          onClick={() => setIsExpanded(true)}
        >
          Mostrar as outras {formatCount(hiddenParts.length)} (juntas, {format.effect(hiddenTotal)})
        </button>
      )}
    </>
  );
}

interface CauseProps {
  readonly part: CausePart;
  readonly format: AmountFormat;
  /** The share of the largest effect, 0–1. */
  readonly share: number;
  /** Tells whether the figure is a mean over all dishes. */
  readonly isMeanFigure: boolean;
}

function Cause({ part, format, share, isMeanFigure }: CauseProps) {
  const value = toAmount(part.value);
  const tone = value < 0 ? 'harmed' : 'helped';
  return (
    <details className={styles['cause']}>
      <summary
        className={`${styles['summary']} stack at-top wide-and-narrow gap-8 across-12 no-padding pad-block-14 pointer`}
      >
        <span className={`${styles['sentence']} breaks`}>
          {sentenceOf(part)}:{' '}
          <strong className={`numeral ${styles['effect']} weight-640 ${styles[tone]}`}>{format.effect(value)}</strong>
        </span>
        <ChevronDown size={18} className={`${styles['arrow']} faint`} aria-hidden />
        <span className={`${styles['track']} whole-row on-sunken`} aria-hidden>
          <span
            className={`${styles['bar']} block ${styles[tone]}`}
            style={{ width: `${Math.max(share * 100, 1)}%` }}
          />
        </span>
      </summary>
      {part.kind === 'dish' && isMeanFigure && (
        <p className={`${styles['none']} faint text-15`}>
          O lucro estimado usa a média do CMV de todos os pratos: um prato que entra ou sai muda essa média.
        </p>
      )}
      <Changes part={part} />
    </details>
  );
}

/** The events behind a cause, newest first. */
function Changes({ part }: { readonly part: CausePart }) {
  const { changes, changes_count: changeCount } = part;
  if (changes.length === 0)
    return (
      <p className={`${styles['none']} faint text-15`}>
        Isto mudou junto com outra coisa da lista; não há uma mudança só dele.
      </p>
    );
  return (
    <ul className={`${styles['changes']} stack gap-4 soft text-15`}>
      {changes.flatMap(({ id, at, sentences }) =>
        sentences.map((sentence, i) => (
          <li key={`${id} ${i}`}>
            <Link to={changeAddress(id)} className={`${styles['when']} row touch faint text-14`}>
              {formatDayAndTime(at)}
            </Link>
            {sentence}
          </li>
        )),
      )}
      {changeCount > changes.length && (
        <li className={`${styles['when']} row touch faint text-14`}>
          e mais {formatCount(changeCount - changes.length)} antes disso
        </li>
      )}
    </ul>
  );
}
