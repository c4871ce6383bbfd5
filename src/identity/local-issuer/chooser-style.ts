/** A string in code, because the server is one bundled file and the page may load nothing from elsewhere. */
export const chooserStyle = `
:root {
  color-scheme: light dark;
  --paper: #faf7f2; --card: #fff; --ink: #26211b; --soft: #655d52; --line: #e3dccf;
  --brand: #2c6a46; --on-brand: #fff; --tint: #e6f0e9; --warn-line: #c98a1b; --warn: #fdf3dc; --warn-ink: #5a3d05; --bad: #a8261c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #181512; --card: #221e1a; --ink: #f2ece2; --soft: #b5aa9b; --line: #3a342d;
    --brand: #7fcf9e; --on-brand: #10241a; --tint: #263a2e; --warn-line: #b9892f; --warn: #332811; --warn-ink: #f6deaa; --bad: #ff9d92;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
main { max-width: 27rem; margin: 0 auto; padding: 24px 16px 40px; }
.notice {
  margin: 0 0 24px; padding: 12px 16px; border: 1px dashed var(--warn-line); border-radius: 12px;
  background: var(--warn); color: var(--warn-ink); font-size: 14px;
}
.notice strong { display: block; }
h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.25; letter-spacing: -0.01em; text-wrap: balance; }
h2 { margin: 32px 0 8px; font-size: 16px; }
.people { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 16px; overflow: hidden; background: var(--card); }
.people li + li { border-top: 1px solid var(--line); }
button, input { font: inherit; color: inherit; }
button { min-height: 48px; border-radius: 12px; cursor: pointer; }
.person { display: flex; align-items: center; gap: 12px; width: 100%; padding: 12px 16px; border: 0; border-radius: 0; background: none; text-align: left; }
.person:hover { background: var(--tint); }
.initial { flex: none; display: grid; place-items: center; width: 40px; height: 40px; border-radius: 50%; background: var(--tint); color: var(--brand); font-weight: 600; }
.who { min-width: 0; display: grid; }
.name { font-weight: 600; overflow-wrap: anywhere; }
.email { color: var(--soft); font-size: 14px; overflow-wrap: anywhere; }
.other { display: grid; gap: 8px; padding: 16px; border: 1px solid var(--line); border-radius: 16px; background: var(--card); }
.other label { font-size: 14px; font-weight: 600; }
.other input:not([type='checkbox']) { width: 100%; min-height: 48px; padding: 8px 12px; border: 1px solid var(--soft); border-radius: 12px; background: var(--paper); }
.other .check { display: flex; align-items: center; gap: 8px; min-height: 44px; font-weight: 400; }
.check input { width: 20px; height: 20px; margin: 0; accent-color: var(--brand); }
.problem { margin: 0; color: var(--bad); font-size: 14px; }
.go { border: 0; background: var(--brand); color: var(--on-brand); font-weight: 600; }
.cancel { width: 100%; margin-top: 16px; border: 1px solid var(--line); background: none; }
.cancel:hover { background: var(--tint); }
a { color: var(--brand); }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
.person:focus-visible { outline-offset: -3px; }
`;
