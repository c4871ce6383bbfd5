import { observer } from 'mobx-react-lite';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { browserAccountClient } from '#web/api/account-client.ts';
import { useSession } from '#web/stores/root-store.tsx';
import type { LocalMarkers } from '#web/stores/local-markers.ts';
import { priceOf, useSite } from '#web/stores/site.tsx';
import { ActionLink, SubmitButton } from '#web/ui/action.tsx';
import { PlainField } from '#web/ui/plain-field.tsx';
import { useTitle } from '#web/ui/page-title.tsx';
import { Problem } from '#web/ui/note.tsx';
import { SessionNote } from '../session/session-note.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import styles from './pix.module.css';
import { PixCheckout } from './pix-checkout.ts';
import { type OpenCharge, storedPayment } from './stored-payment.ts';
import { SIGN_IN_TO_BUY } from '../login/sign-in-button.tsx';

const ACCESS_FEATURES = [
  'Custos fixos, custos variáveis e projeção de faturamento',
  'Insumos e ficha técnica de cada prato',
  'Ponto de equilíbrio e lucro de cada venda',
] as const;

/** The order: the access, its price and the seller. */
function OrderSummary() {
  const { price, listPrice, seller } = useSite();
  return (
    <section className="stack gap-12 pad-block-24 pad-inline-24 card" aria-labelledby="resumo">
      <h2 id="resumo" className="text-17 weight-600">
        Acesso ao Prumo
      </h2>
      <p className="flex wrap at-baseline gap-4 across-12">
        {listPrice !== null && (
          <s className="faint">
            <span className="visually-hidden">de </span>
            {listPrice}
          </s>
        )}{' '}
        <strong className={`${styles['amount']} weight-680 tight`}>
          <span className="visually-hidden">por </span>
          {price}
        </strong>
      </p>
      <p className="soft">Uma vez só, sem mensalidade. O acesso não vence.</p>
      <ul className={`${styles['list']} stack gap-10 no-padding pad-block-16`}>
        {ACCESS_FEATURES.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="faint text-14">
        7 dias para desistir, com o valor inteiro de volta. Vendido por {seller.name}, CNPJ{' '}
        <span className="unbroken">{seller.cnpj}</span>.
      </p>
    </section>
  );
}

/**
 * /payment/direct: the form by which a buyer requests a PIX charge directly, without signing in first. A name and an
 * e-mail are enough.
 */
export const PixCheckoutPage = observer(function PixCheckoutPage({ markers }: { readonly markers: LocalMarkers }) {
  useTitle('Pagar com Pix');
  const session = useSession();
  const { price } = useSite();
  const { user } = session;
  const isAccount = user !== null && !user.guest;
  const mayBeSignedOut = session.isUnknown && markers.wasSignedIn();
  const offersSignIn = !session.isPending && !mayBeSignedOut && !isAccount && !session.hasAccess;
  return (
    <CheckoutFrame
      step={1}
      title={`Seu acesso por ${price}`}
      lead="Você paga com Pix e já entra, sem criar conta: o acesso fica neste navegador até você entrar com o Google."
      aside={<OrderSummary />}
    >
      {session.hasAccess ? <HasAccessNotice /> : <OpenChargeNotice />}
      <SessionNote markers={markers} />
      <BuyerForm />
      {offersSignIn && (
        <p className={`${styles['account']} line-above soft text-15`}>
          Quer abrir em qualquer aparelho?{' '}
          <Link to="/login" state={SIGN_IN_TO_BUY} onClick={() => markers.rememberSigningInToPay()}>
            Entre com o Google antes de pagar
          </Link>
          , e o acesso já fica na sua conta.
        </p>
      )}
      {isAccount && (
        <p className={`${styles['account']} line-above soft text-15`}>
          O acesso vai para a conta {user.email ?? session.displayName}.
        </p>
      )}
    </CheckoutFrame>
  );
});

const HasAccessNotice = () => (
  <div className={`${styles['notice']} stack from-left gap-12 rounded on-basil-tint`} role="status">
    <p>Você já tem acesso neste navegador: não precisa pagar de novo.</p>
    <ActionLink tone="quiet" to="/dashboard">
      Acessar Dashboard
    </ActionLink>
  </div>
);

function readPayableCharge(): OpenCharge | undefined {
  const charge = storedPayment.charge();
  const isExpired = typeof charge?.expires_at === 'string' && Date.parse(charge.expires_at) <= Date.now();
  return isExpired ? undefined : charge;
}

/** A link to an open charge for a person who returns, so that no second charge is made. */
function OpenChargeNotice() {
  const [charge] = useState(readPayableCharge);
  if (charge === undefined) return null;
  return (
    <div className={`${styles['notice']} stack from-left gap-12 rounded on-basil-tint`} role="status">
      <p>Você já gerou um código Pix de {priceOf(charge.amount)}. Se ainda não pagou, use o mesmo.</p>
      <ActionLink tone="quiet" to="/payment/pix">
        Ver o código Pix
      </ActionLink>
    </div>
  );
}

const BuyerForm = observer(function BuyerForm() {
  const { user, displayName } = useSession();
  const { needsTaxId, shortPrice } = useSite();
  const [, navigate] = useLocation();
  const [payment] = useState(
    () => new PixCheckout({ api: browserAccountClient(), storage: storedPayment, needsTaxId }),
  );
  const email = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (user?.email)
      payment.fillEmptyFields({ name: displayName === user.email ? '' : displayName, email: user.email });
  }, [payment, user, displayName]);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (await payment.submit(email.current?.validity.typeMismatch !== true)) navigate('/payment/pix');
    else form.querySelector<HTMLInputElement>('input[aria-invalid=true]')?.focus();
  }
  return (
    <form className="stack gap-20" onSubmit={(event) => void submit(event)} noValidate>
      <PlainField
        label="Nome"
        name="name"
        autoComplete="name"
        value={payment.texts.name}
        error={payment.errors.name}
        errorRole="alert"
        onChange={(text) => payment.setText('name', text)}
      />
      <PlainField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        hint="Para onde vão o recibo e o código do seu acesso."
        value={payment.texts.email}
        error={payment.errors.email}
        errorRole="alert"
        inputRef={email}
        onChange={(text) => payment.setText('email', text)}
      />
      {needsTaxId && (
        <PlainField
          label="CPF ou CNPJ"
          name="tax_id"
          autoComplete="off"
          maxLength={18}
          hint="O banco pede para emitir a cobrança. Não fica guardado no Prumo."
          value={payment.texts.tax_id}
          error={payment.errors.tax_id}
          errorRole="alert"
          onChange={(text) => payment.setText('tax_id', text)}
        />
      )}
      <Problem text={payment.problem} className="tomato weight-520" />
      <SubmitButton busy={payment.isBusy} busyLabel="Gerando o Pix…">
        Pagar {shortPrice} via PIX
      </SubmitButton>
      <p className="soft text-15">
        Ao pagar, você aceita os <Link to="/terms">termos de uso</Link>.
      </p>
    </form>
  );
});
