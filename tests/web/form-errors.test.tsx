import { notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FixedCostsTab } from '#web/features/costs/fixed-costs-tab.tsx';
import { VariableCostsTab } from '#web/features/costs/variable-costs-tab.tsx';
import { IngredientsTab } from '#web/features/preparations/ingredients-tab.tsx';
import { createFakeServer } from './support/fake-server.ts';
import { openPage, showTab } from './support/screen-under-test.tsx';
import { ana } from './support/session-under-test.ts';

afterEach(() => {
  cleanup();
  notifications.clean();
  vi.unstubAllGlobals();
});

const admin = { ...ana, is_admin: true };
const json = (body: unknown) => () => Response.json(body);
const inAccount = { '/api/account/businesses': json([]), '/api/account/sessions': json([]) };
const inAdministration = {
  '/api/admin/check': json({ isAdmin: true, password_verified: true }),
  '/api/admin/users': json([]),
  '/api/admin/users/counts': json({ total: 0, granted: 0, pending: 0, waiting_grants: 0 }),
  '/api/admin/grants/waiting': json([]),
};

interface Form {
  /** Puts the form on screen. */
  readonly open: () => Promise<UserEvent>;
  /** Fills in a wrong value and submits the form. */
  readonly mistake: (user: UserEvent) => Promise<void>;
  /** The label of the wrong field and the text that corrects it. */
  readonly field: string;
  readonly right: string;
  readonly sentence: string;
}

const page =
  (...given: Parameters<typeof openPage>) =>
  async () => {
    const { user } = openPage(...given);
    await screen.findByRole('heading', { level: 1 });
    return user;
  };
const press = (name: string | RegExp) => async (user: UserEvent) =>
  user.click(await screen.findByRole('button', { name }));
const invalidFields = (): readonly Element[] => [...document.querySelectorAll('[aria-invalid="true"]')];

const FORMS: Readonly<Record<string, Form>> = {
  'the purchase, with nothing filled in': {
    open: page('/payment/direct'),
    mistake: press('Pagar R$10 via PIX'),
    field: 'Nome',
    right: 'Ana',
    sentence: 'Por favor, preencha todos os campos',
  },
  'the purchase, with the last field empty': {
    open: page('/payment/direct', { site: { needs_tax_id: true } }),
    async mistake(user) {
      await user.type(await screen.findByLabelText('Nome'), 'Ana');
      await user.type(screen.getByLabelText('E-mail'), 'ana@x.example');
      await press('Pagar R$10 via PIX')(user);
    },
    field: 'CPF ou CNPJ',
    right: '529.982.247-25',
    sentence: 'Por favor, preencha todos os campos',
  },
  'a receipt’s code': {
    open: page('/account', { user: ana, answers: inAccount }),
    mistake: press('Usar código'),
    field: 'Código do recibo',
    right: 'ABCD',
    sentence: 'Digite o código do recibo.',
  },
  'the erasure of personal data': {
    open: page('/account', { user: ana, answers: inAccount }),
    mistake: press('Excluir para sempre'),
    field: 'Digite EXCLUIR para confirmar',
    right: 'EXCLUIR',
    sentence: 'Escreva EXCLUIR, em letras maiúsculas, para confirmar.',
  },
  'an administrator’s e-mail': {
    open: page('/admin-login'),
    mistake: press('Continuar'),
    field: 'E-mail',
    right: 'a@x.example',
    sentence: 'Por favor, insira seu email',
  },
  'an administrator’s e-mail, with that of somebody else': {
    open: page('/admin-login', { user: ana }),
    mistake: async () => undefined,
    field: 'E-mail',
    right: 'a@x.example',
    sentence: 'Este email não tem permissão de administrador',
  },
  'the administration’s password': {
    open: page('/admin-login', { user: admin }),
    mistake: press('Entrar'),
    field: 'Senha',
    right: 'x',
    sentence: 'Por favor, insira a senha',
  },
  'a grant of access': {
    open: page('/admin', { user: admin, answers: inAdministration }),
    mistake: press('Conceder acesso'),
    field: 'E-mail',
    right: 'a@x.example',
    sentence: 'Por favor, insira um email válido',
  },
  'a fixed cost, with a wrong name and amount': {
    open: async () => (await showTab(<FixedCostsTab />, createFakeServer())).user,
    mistake: async (user) => user.type(screen.getByLabelText('Nome'), `${'x'.repeat(81)}{Tab}1,2,3{Enter}`),
    field: 'Nome',
    right: 'Aluguel',
    sentence: 'pode ter no máximo 80 caracteres.',
  },
  'a variable cost': {
    open: async () => (await showTab(<VariableCostsTab />, createFakeServer())).user,
    mistake: async (user) => user.type(screen.getByLabelText('Nome'), 'Cartão{Tab}1,2,3{Enter}'),
    field: 'Percentual',
    right: '4,5',
    sentence: 'Digite um número, como 12,50.',
  },
  'an ingredient, with a wrong unit and price': {
    open: async () => (await showTab(<IngredientsTab />, createFakeServer())).user,
    async mistake(user) {
      await user.type(screen.getByLabelText('Nome'), 'Sal');
      await user.type(screen.getByLabelText('Preço'), '1,2,3');
      await user.type(screen.getByRole('combobox', { name: 'Unidade' }), 'x'.repeat(21));
      await press('Adicionar')(user);
    },
    field: 'Unidade',
    right: 'kg',
    sentence: 'pode ter no máximo 20 caracteres.',
  },
};

describe.each(Object.entries(FORMS))('the form of %s', (_, { open, mistake, field, right, sentence }) => {
  test('shows the error once, at its field, and removes it when the field is corrected', async () => {
    const user = await open();
    await mistake(user);
    await waitFor(() => expect(invalidFields()).toHaveLength(1));
    const [input] = await screen.findAllByLabelText<HTMLInputElement>(field, { selector: 'input' });
    if (!input) throw new Error(`no field: ${field}`);
    expect(invalidFields()).toEqual([input]);
    const notes = (input.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id));
    expect(notes.map((note) => note?.textContent).join()).toContain(sentence);
    expect(document.body.textContent?.split(sentence)).toHaveLength(2);

    await user.clear(input);
    await user.type(input, right);
    expect(invalidFields()).toEqual([]);
    expect(document.body.textContent).not.toContain(sentence);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
