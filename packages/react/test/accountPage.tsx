import { createClient } from "@countersign/client"
import { StrictMode, useState } from "react"
import { createRoot } from "react-dom/client"
import { de } from "../src/account/de.ts"
import { ActivityList, CredentialList, RecoveryCodes, SessionList, WalletExport } from "../src/account/index.ts"
import { CountersignProvider, en, SignIn, useSession } from "../src/index.ts"

const { accountId, bundleSigner } = await (await fetch("/me")).json()
const client = createClient({ baseUrl: "/2025-10-13", bundleSigner })
const language = location.search === "?de" ? de : en
document.documentElement.lang = language.tag

/** The page of an end user's account: every component of the entry, and the sign-in. */
const Account = () => {
  const { session, status } = useSession()
  const [made, setMade] = useState(0)
  return (
    <main>
      <h1>Countersign</h1>
      <p id="status">{status}</p>
      <SignIn />
      <SessionList />
      <CredentialList />
      <RecoveryCodes onCreated={() => setMade(made + 1)} />
      <WalletExport seconds={5} />
      <ActivityList key={`${session?.id} ${made}`} limit={2} decimals={{ USDC: 6 }} />
    </main>
  )
}

const root = document.getElementById("root")
if (root === null) throw new Error("The page has no root")
createRoot(root).render(
  <StrictMode>
    <CountersignProvider client={client} accountId={accountId} language={language}>
      <Account />
    </CountersignProvider>
  </StrictMode>
)
