import { chapters } from "./pages.ts"
import { titleOf } from "./titleOf.ts"

/** Prints the list of pages for programs that read: a title, a line and a link each. `text` reads a page. */
export const llmsFile = (text: (file: string) => string): string =>
  [
    "# Countersign",
    "",
    "> Embedded-wallet authentication as a TypeScript library: passkeys, OIDC and mailed codes; sessions whose P-256 key",
    "> lives with the end user; a signature by that key before every sensitive action; a sandbox that answers as production.",
    "",
    ...chapters.flatMap(({ pages, title }) => [
      `## ${title}`,
      "",
      ...pages.map(({ file, says }) => `- [${titleOf(text(file))}](${file}): ${says}`),
      ""
    ]),
    "## Machine-readable",
    "",
    "- [OpenAPI](docs/generated/openapi.json): every endpoint, body and answer",
    "- [Vectors](packages/vectors/README.md): the bytes of the handshake as JSON, right and wrong",
    ""
  ].join("\n")
