import { VisitorSignIn, type VisitorSignInProps } from "@countersign/react"
import { useEffect } from "react"
import { t } from "../words/translate.ts"
import { inSandbox } from "./explained.ts"
import { language } from "./language.ts"
import { Start } from "./Start.tsx"

/** The first screen: a visitor signs in to a wallet that they have, or to a new one. */
export const Visitor = (props: Pick<VisitorSignInProps, "client" | "onSignedIn">) => {
  useEffect(() => {
    document.title = `${t("Wallet")} · Countersign sandbox`
    document.documentElement.dataset.ready = "true"
  }, [])
  return (
    <>
      <header className="side">
        <h1 className="brand">
          Countersign <span>sandbox</span>
        </h1>
      </header>
      <main id="main">
        <div className="pane">
          <h2>{t("Wallet")}</h2>
          <Start isSignedIn={false} />
          <div className="sheet" id="sign-in">
            <VisitorSignIn
              {...props}
              level={3}
              language={language}
              text={{ code: { ...language.visitor.code, sent } }}
            />
            <p className="hint">{t("Enter any address. Each has its own wallet.")}</p>
          </div>
        </div>
      </main>
    </>
  )
}

const sent = (sentTo: string) => inSandbox(language.code.sent(sentTo))
