import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { browserAccountClient } from '#web/api/account-client.ts';
import { useSession } from '#web/stores/root-store.tsx';
import { DataLoader } from '#web/stores/data-loader.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ReceiptCode } from '../payment/receipt-code.tsx';
import styles from './guest.module.css';
import { SignInButton } from '../login/sign-in-button.tsx';

interface LeaveDialogProps {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** The dialog before a guest signs out: what is lost, the code that restores it, and the safer alternative. */
export const LeaveDialog = observer(function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  const { user } = useSession();
  const paymentId = user?.payment_id ?? null;
  const dialog = useRef<HTMLDialogElement>(null);
  const [code] = useState(() => {
    const api = browserAccountClient();
    return new DataLoader(async () =>
      paymentId === null ? null : (await api.call('receipt', { params: { paymentId } })).receipt_code,
    );
  });
  useEffect(() => void code.load(), [code]);
  const { data } = code;
  return (
    <Dialog ref={dialog} title="Sair sem conta?" onClose={onStay}>
      <p className={`${styles['text']} soft`}>
        Você usa o Prumo sem conta, só neste navegador. Se sair agora, o acesso e os dados só voltam com o código do
        recibo.
      </p>
      {data.kind === 'known' && data.value !== null ? (
        <ReceiptCode code={data.value} />
      ) : (
        data.kind !== 'loading' && (
          <p className={`${styles['text']} soft`}>
            <strong>Não conseguimos mostrar o código aqui.</strong> Antes de sair, procure-o no e-mail do recibo ou
            entre com o Google.
          </p>
        )
      )}
      {data.kind === 'failed' && (
        <div>
          <ActionButton tone="quiet" onClick={() => void code.load()}>
            Tentar de novo
          </ActionButton>
        </div>
      )}
      <div className="stack gap-12">
        <SignInButton returnTo="/dashboard">Entrar com Google e guardar</SignInButton>
        <ActionButton tone="quiet" onClick={() => dialog.current?.close()}>
          Continuar usando
        </ActionButton>
        <ActionButton tone="danger" onClick={onLeave}>
          Sair mesmo assim
        </ActionButton>
      </div>
    </Dialog>
  );
});
