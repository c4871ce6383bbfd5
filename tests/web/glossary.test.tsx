import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { emptyBusiness } from '#domain/business/state.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { BreakEvenTab } from '#web/features/break-even/break-even-tab.tsx';
import { cmvSentence } from '#web/features/mix/sentences.ts';
import { GLOSSARY, type TermName } from '#web/features/glossary/glossary.ts';
import { MenuFigures } from '#web/features/recipes/menu-figures.tsx';
import { viewOfFigures } from '#web/stores/business/dashboard-view.ts';
import { createFakeServer, pizzeriaServer } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';

afterEach(cleanup);

const state = pizzeriaServer().state();
const known = { state, figures: businessFigures(state).dashboard };
const unknown = { state: emptyBusiness, figures: businessFigures(emptyBusiness).dashboard };
const plain = (text: string | undefined): string | undefined => text?.replaceAll('\u00A0', ' ');

describe.each(Object.keys(GLOSSARY) as TermName[])('the glossary term %s', (name) => {
  test('has one sentence, an example, and one with the owner’s numbers once they are known', () => {
    const { sentence, ownExample, example } = GLOSSARY[name];
    expect(sentence).toMatch(/^[A-ZÀ-Ú][^.]*\.$/);
    expect(example).toMatch(/^Exemplo: .+\.$/);
    expect(ownExample(known)).toMatch(/\d.*\.$/);
    expect(ownExample(unknown)).toBeUndefined();
  });
});

test('the calculations of the glossary give the figures of the screens', () => {
  const { custosFixos, margemContribuicao, pontoEquilibrio } = known.figures;
  expect([custosFixos, margemContribuicao, pontoEquilibrio].every((units) => units > 0)).toBe(true);
  expect(plain(GLOSSARY.ticket.ownExample(known))).toBe('O seu: R$ 403.402,85 ÷ 6.452 pedidos = R$ 62,52.');
  expect(plain(GLOSSARY.variable.ownExample(known))).toBe('Numa venda de R$ 50,00, os seus 16,7% levam R$ 8,35.');
  expect(plain(GLOSSARY.profit.ownExample(known))).toMatch(/^O seu: 100% − [\d,]+% de fixos − 16,7% de variáveis − /);
});

test('the glossary and the screens give the same amount for one percentage', async () => {
  const ofCmv = plain(cmvSentence(viewOfFigures(businessFigures(state)), {})) ?? '';
  expect(ofCmv).toMatch(/^De cada R\$ 100 vendidos, R\$ \d+,\d0 viram ingrediente\.$/);
  expect(plain(GLOSSARY.cmv.ownExample(known))).toBe(`Nos seus pratos, d${ofCmv.slice(1)}`);
  await showTab(<MenuFigures />, pizzeriaServer());
  expect(page()).toContain(ofCmv);
});

test('a tap on a term shows the owner’s numbers, or an example while there are none', async () => {
  const { user } = await showTab(<BreakEvenTab />, pizzeriaServer());
  await user.click(screen.getByRole('button', { name: /O que é ponto de equilíbrio/ }));
  expect((await screen.findByText(/de custos fixos ÷/)).textContent).toMatch(/^O seu: /);
  cleanup();
  const other = await showTab(<BreakEvenTab />, createFakeServer());
  await other.user.click(screen.getByRole('button', { name: /O que é ponto de equilíbrio/ }));
  expect((await screen.findByText(/de custos fixos ÷/)).textContent).toMatch(/^Exemplo: /);
});
