import { createClient, type SignedInVisitor } from "@countersign/client"
import { StrictMode, useState } from "react"
import { createRoot } from "react-dom/client"
import { CountersignProvider, useSession, VisitorSignIn } from "../src/index.ts"
import { de } from "../src/languages/de.ts"
import { OpenIdButton } from "../src/openid/index.ts"

const { bundleSigner } = await (await fetch("/me")).json()
const client = createClient({ baseUrl: "/2025-10-13", bundleSigner })
const isGerman = location.pathname === "/visit"
const language = isGerman ? { language: de } : {}
document.documentElement.lang = isGerman ? "de" : "en"

const Session = () => {
  const { session, status } = useSession()
  return <p id="status">{session === undefined ? status : `${status} ${session.type}`}</p>
}

/** The page of a visitor, with two providers beside the sign-in by code. The second is not known to the service. */
const Visit = () => {
  const [visitor, setVisitor] = useState<SignedInVisitor>()
  if (visitor !== undefined) {
    return (
      <CountersignProvider client={client} accountId={visitor.accountId}>
        <main>
          <h1>Wallet</h1>
          <p id="visitor">{visitor.customerId}</p>
          <Session />
        </main>
      </CountersignProvider>
    )
  }
  return (
    <main>
      <VisitorSignIn client={client} onSignedIn={setVisitor} hasPasskeys={false} level={1} {...language} />
      {["https://accounts.google.com", "https://id.example"].map((issuer) => (
        <OpenIdButton
          key={issuer}
          client={client}
          provider={{ name: new URL(issuer).host, issuer, clientId: "app" }}
          onSignedIn={setVisitor}
          {...language}
        />
      ))}
    </main>
  )
}

const root = document.getElementById("root")
if (root === null) throw new Error("The page has no root")
createRoot(root).render(
  <StrictMode>
    <Visit />
  </StrictMode>
)
