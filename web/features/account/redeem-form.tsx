import { type FormEvent, useState } from 'react';
import type { AccountClient } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import { SubmitButton } from '#web/ui/action.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PlainField } from '#web/ui/plain-field.tsx';

interface RedeemFormProps {
  readonly api: AccountClient;
  readonly onRedeemed: () => Promise<void>;
}

/** The form that brings the access and the data of a payment made elsewhere: 'Usar código do recibo'. */
export function RedeemForm({ api, onRedeemed }: RedeemFormProps) {
  const [code, setCode] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [notice, setNotice] = useState<{ readonly success?: string; readonly problem?: string }>({});
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (code.trim() === '') {
      setNotice({ problem: 'Digite o código do recibo.' });
      return;
    }
    setIsBusy(true);
    setNotice({});
    try {
      const { message } = await api.call('redeemReceipt', { body: { code: code.trim() } });
      setNotice({ success: message });
      setCode('');
      await onRedeemed();
    } catch (error) {
      setNotice({
        problem:
          error instanceof ApiProblem
            ? error.detail
            : 'Não deu para verificar o código. Confira a internet e tente de novo.',
      });
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Panel
      title="Usar código do recibo"
      hint="Pagou sem conta ou em outro aparelho? O código traz o acesso e os dados para cá. Serve uma vez só."
    >
      <form className="stack from-left gap-16" onSubmit={(event) => void submit(event)} noValidate>
        <PlainField
          label="Código do recibo"
          autoComplete="off"
          maxLength={64}
          value={code}
          error={notice.problem}
          onChange={(text) => {
            setCode(text);
            setNotice({});
          }}
        />
        <SubmitButton busy={isBusy} busyLabel="Verificando…">
          Usar código
        </SubmitButton>
      </form>
      {notice.success !== undefined && (
        <p className="pad-block-12 pad-inline-16 rounded-small on-basil-tint" role="status">
          {notice.success}
        </p>
      )}
    </Panel>
  );
}
