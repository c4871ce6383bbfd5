import type { IssuerPerson } from './people.ts';
import { escapeHtml } from '#runtime/escape-html.ts';

/** Text that is HTML already. Only the tag below makes it, so no user input can pass for HTML. */
class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type { Markup };

type Value = string | Markup | readonly Markup[];

const toHtml = (value: Value): string => {
  if (typeof value === 'string') return escapeHtml(value);
  return value instanceof Markup ? value.text : value.map((part) => part.text).join('');
};

/** html`<b>${name}</b>`: every value is escaped unless this tag has made it. */
function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(
    parts.map((part, index) => part + (index < values.length ? toHtml(values[index] ?? '') : '')).join(''),
  );
}

export interface Chooser {
  readonly people: readonly IssuerPerson[];
  /** The address to which the forms are posted: the authorization request, to be validated again. */
  readonly action: string;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  /** A sentence about the entered e-mail. */
  readonly problem?: string | undefined;
}

function page(title: string, body: Markup): string {
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="stylesheet" href="/dev-idp/chooser.css" />
      </head>
      <body>
        <main>
          <p class="notice">
            <strong>Entrada de demonstração desta máquina, não é o Google.</strong>
            Nenhuma senha é pedida, e nada sai deste computador.
          </p>
          ${body}
        </main>
      </body>
    </html>`.text;
}

const personButton = ({ email, name }: IssuerPerson): Markup => html`
  <li>
    <button class="person" name="email" value="${email}">
      <span class="initial" aria-hidden="true">${Array.from(name)[0] ?? ''}</span>
      <span class="who"><span class="name">${name}</span><span class="email">${email}</span></span>
    </button>
  </li>
`;

function problemLine(problem: string | undefined): Markup {
  return problem === undefined ? html`` : html`<p class="problem" id="problem" role="alert">${problem}</p>`;
}

/** The account chooser: two forms and a link to cancel, without a script. */
export function chooserPage({ people, action, email = '', name = '', problem }: Chooser): string {
  const errorAttributes = problem === undefined ? html`` : html`aria-invalid="true" aria-describedby="problem"`;
  return page(
    'Escolha uma conta · entrada de demonstração',
    html`
      <h1>Com qual conta você quer entrar?</h1>
      <form method="post" action="${action}">
        <ul class="people">
          ${people.map(personButton)}
        </ul>
      </form>
      <h2>Outra pessoa</h2>
      <form class="other" method="post" action="${action}">
        <label for="name">Nome</label>
        <input id="name" name="name" value="${name}" maxlength="80" autocomplete="off" />
        <label for="email">E-mail</label>
        <input
          id="email"
          name="email"
          type="email"
          value="${email}"
          required
          maxlength="254"
          autocomplete="off"
          ${errorAttributes}
        />
        ${problemLine(problem)}
        <label class="check"
          ><input type="checkbox" name="unverified" value="1" /> E-mail não verificado (para testes)</label
        >
        <button class="go">Entrar com esta conta</button>
      </form>
      <form method="post" action="${action}">
        <button class="cancel" name="cancel" value="1">Cancelar</button>
      </form>
    `,
  );
}

/** The answer to a request from a program, or with an unregistered address. */
export const refusalPage = (reason: string): string =>
  page(
    'Pedido recusado · entrada de demonstração',
    html`<h1>Este pedido de entrada foi recusado</h1>
      <p>${reason}</p>
      <p><a href="/">Voltar ao início</a></p>`,
  );
