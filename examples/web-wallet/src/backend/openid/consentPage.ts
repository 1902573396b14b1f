import { people } from "./people.ts"

/** Asks who is there. Whoever answers is believed: it is a provider for a desk. */
export const consentPage = (query: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Local identity provider</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="style.css" />
  </head>
  <body>
    <main>
      <h1>Who are you?</h1>
      <p>The wallet page asks this local provider for your name and e-mail address.</p>
      <form method="post" action="authorize?${escaped(query)}">
        ${people
          .map(
            ({ email, name, sub }) =>
              `<button name="sub" value="${sub}"><strong>Continue as ${name}</strong><span>${email}</span></button>`
          )
          .join("\n        ")}
        <button class="quiet" name="sub" value="">Cancel</button>
      </form>
    </main>
  </body>
</html>
`

/** Its whole style. */
export const CONSENT_STYLE = `:root { color-scheme: light dark; --ink: light-dark(#182020, #e8ecea); --paper: light-dark(#f4f2ec, #101514);
  --line: light-dark(#7d8886, #6f7d7a); --sheet: light-dark(#fff, #1a2120); --accent: light-dark(#0b5a52, #7fd1c1); }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
main { box-sizing: border-box; width: min(100%, 24rem); padding: 1.5rem; }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; }
p { margin: 0 0 1.25rem; }
form { display: grid; gap: .6rem; }
button { display: grid; gap: .1rem; min-height: 3.25rem; padding: .6rem 1rem; text-align: start; font: inherit;
  color: inherit; background: var(--sheet); border: 1px solid var(--line); border-radius: .5rem; cursor: pointer; }
button.quiet { min-height: 2.75rem; place-content: center; background: transparent; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")
