import type { IncomingHttpHeaders } from "node:http"
import { fileURLToPath } from "node:url"
import type { WalletPageProps } from "./page/WalletPage.tsx"
import { tagOf, words } from "./page/words.ts"
import type { Wallet } from "./wallet.ts"

/** The folder of the script and the styles, which `npm run build:page` writes. */
export const assets = fileURLToPath(new URL("../dist/page", import.meta.url))

export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff"
}

/** The page for the user of a request, in their language. */
export const pageOf = ({ bundleSigners, cookies }: Wallet, headers: IncomingHttpHeaders): string => {
  const tag = tagOf(headers["accept-language"])
  const props: WalletPageProps = { accountId: cookies.userOf(headers.cookie)?.accountId, bundleSigners, tag }
  return `<!doctype html>
<html lang="${tag}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${words[tag].title}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/assets/wallet.css" />
    <script type="module" src="/assets/index.js"></script>
  </head>
  <body>
    <div id="root" data-props="${escaped(JSON.stringify(props))}"></div>
  </body>
</html>
`
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")
