import { isolated } from "@countersign/account-types"
import { useCredentials } from "@countersign/react"
import { lazy, Suspense } from "react"
import { t } from "../../words/translate.ts"
import type { PaneName } from "../State.ts"
import { openIdToken } from "../signing/openIdToken.ts"
import { ActionButton } from "../ui/Button.tsx"
import { Pane } from "../ui/Pane.tsx"
import { useWallet } from "../wallet/useWallet.tsx"

/** The list of the credentials, and what helps if all are lost, in a script that loads after the others. */
const CredentialList = lazy(async () => ({ default: (await import("./Later.tsx")).CredentialList }))
const Preparation = lazy(async () => ({ default: (await import("./Later.tsx")).Preparation }))

/** The credentials of the wallet, with the controls to add, rename and remove them, and what helps if all are lost. */
export const Credentials = ({ shown }: { readonly shown: PaneName }) => (
  <Pane name="credentials" shown={shown}>
    <Suspense>
      <CredentialList className="sheet" level={3}>
        <More />
      </CredentialList>
      <Preparation isShown={shown === "credentials"} />
    </Suspense>
  </Pane>
)

/** Ways to sign in beside the passkey. */
const More = () => {
  const { client, me } = useWallet()
  const { credentials = [], reload } = useCredentials()
  const { accountId } = me
  return (
    <>
      <div className="actions">
        <ActionButton
          id="add-openid"
          busy={t("Sign in in the other window…")}
          act={async (signer) => {
            const session = signer()
            // A token is bound to a key at sign-in only. Here it proves the identity, and the session signs.
            const oidcToken = await openIdToken("")
            const added = await client.addCredential({ type: "OAUTH", accountId, oidcToken }, { signer: session })
            await reload()
            return t("The identity {0} has been added. You can sign in with it.", isolated(added.nickname))
          }}
        >
          {t("Add an OpenID identity")}
        </ActionButton>
        {credentials.some(({ type }) => type === "EMAIL_OTP") ? null : (
          <ActionButton
            id="add-email"
            busy={t("Adding…")}
            act={async (signer) => {
              await client.addCredential({ type: "EMAIL_OTP", accountId }, { signer: signer() })
              await reload()
              return t("Codes by e-mail have been added. You can now sign in with them.")
            }}
          >
            {t("Add codes by e-mail")}
          </ActionButton>
        )}
      </div>
      <p className="hint">
        {t(
          "Your session signs each change. You cannot remove the credential that you signed in with, or the last one."
        )}
      </p>
    </>
  )
}
