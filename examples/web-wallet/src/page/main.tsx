import { createClient, type Exchange, type SignedInVisitor } from "@countersign/client"
import { CountersignProvider } from "@countersign/react"
import { createRoot } from "react-dom/client"
import { t } from "../words/translate.ts"
import { App } from "./App.tsx"
import { explained, SIGNED_IN } from "./explained.ts"
import { fieldsOf, textOf } from "./json.ts"
import { language } from "./language.ts"
import { type Me, meOf } from "./State.ts"
import { Visitor } from "./Visitor.tsx"
import { apiOf, openWallet } from "./wallet/openWallet.ts"
import { WalletProvider } from "./wallet/useWallet.tsx"

const place = document.getElementById("root")
if (place === null) throw new Error("The page has no element called root")
const root = createRoot(place)
document.documentElement.lang = language.tag

const site = new URL("wallet", document.baseURI).href
/** The calls of the sign-in, which the inspector shows too. */
const exchanges: Exchange[] = []
await begin()

/** Renders the wallet of the user, or the sign-in of a visitor. */
async function begin(visitor?: SignedInVisitor): Promise<void> {
  const response = await fetch(`${site}/me`).catch(() => undefined)
  if (response?.ok !== true) return root.render(<Unreachable />)
  const answer: unknown = await response.json()
  const me = meOf(answer)
  if (me.accountId !== "") return enter(me, Date.parse(textOf(fieldsOf(answer).now)) - Date.now(), visitor)
  const onExchange = (exchange: Exchange) => exchanges.push(exchange)
  const client = createClient({ baseUrl: apiOf(site), bundleSigner: me.bundleSigner, onExchange })
  root.render(<Visitor client={client} onSignedIn={begin} />)
}

async function enter(me: Me, ahead: number, visitor?: SignedInVisitor): Promise<void> {
  const wallet = openWallet({ me, ahead, site, exchanges })
  if (visitor?.session !== undefined) wallet.say(SIGNED_IN)
  const { access, accounts, money } = wallet.reads
  await Promise.all([access(), accounts(), money()]).catch((error: unknown) => wallet.say(explained(error), true))
  root.render(
    <CountersignProvider client={wallet.client} accountId={me.accountId} now={wallet.now} language={language}>
      <WalletProvider wallet={wallet}>
        <App />
      </WalletProvider>
    </CountersignProvider>
  )
  new EventSource(`${site}/events`).addEventListener("message", ({ data }) => wallet.arrived(JSON.parse(data)))
}

function Unreachable() {
  return (
    <main>
      <h1>{t("Wallet")}</h1>
      <p className="outcome wrong" role="alert">
        {t("The wallet server does not respond. Check that npm start is running, then reload the page.")}
      </p>
    </main>
  )
}
