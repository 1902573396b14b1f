import { CountersignProvider } from "@countersign/react"
import { createRoot } from "react-dom/client"
import { App } from "./App.tsx"
import { explained } from "./explained.ts"
import { fieldsOf, textOf } from "./json.ts"
import { language } from "./language.ts"
import { meOf } from "./State.ts"
import { openWallet } from "./wallet/openWallet.ts"
import { WalletProvider } from "./wallet/useWallet.tsx"

const place = document.getElementById("root")
if (place === null) throw new Error("The page has no element called root")
const root = createRoot(place)

const response = await fetch("wallet/me").catch(() => undefined)
if (response?.ok === true) await begin(await response.json())
else
  root.render(
    <main>
      <h1>Wallet</h1>
      <p className="outcome wrong" role="alert">
        The wallet server does not respond. Check that npm start is running, then reload the page.
      </p>
    </main>
  )

async function begin(answer: unknown): Promise<void> {
  const me = meOf(answer)
  const ahead = Date.parse(textOf(fieldsOf(answer).now)) - Date.now()
  const wallet = openWallet({ me, ahead, site: new URL("wallet", document.baseURI).href })
  const { access, accounts, money } = wallet.reads
  await Promise.all([access(), accounts(), money()]).catch((error: unknown) =>
    wallet.say(explained(error, language), true)
  )
  root.render(
    <CountersignProvider client={wallet.client} accountId={me.accountId} now={wallet.now} language={language}>
      <WalletProvider wallet={wallet}>
        <App />
      </WalletProvider>
    </CountersignProvider>
  )
  new EventSource("wallet/events").addEventListener("message", ({ data }) => wallet.arrived(JSON.parse(data)))
}
