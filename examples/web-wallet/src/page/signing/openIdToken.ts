import { encodeBase64Url, encodeUtf8, sha256 } from "@countersign/wire"
import { t } from "../../words/translate.ts"
import { ExplainedError } from "../explained.ts"
import { fieldsOf, textOf } from "../json.ts"

/**
 * Returns a new identity token of the local provider, by the authorization code flow with PKCE in a pop-up. Call it
 * synchronously in a click handler: browsers block pop-ups that open later.
 */
export const openIdToken = async (nonce: string): Promise<string> => {
  const [state, verifier] = [random(), random()]
  const redirectUri = new URL("signed-in.html", document.baseURI).href
  const parameters = new URLSearchParams({
    client_id: CLIENT_ID,
    response_type: "code",
    scope: "openid email",
    redirect_uri: redirectUri,
    state,
    nonce,
    code_challenge: encodeBase64Url(sha256(encodeUtf8(verifier))),
    code_challenge_method: "S256"
  })
  const popup = open(`openid/authorize?${parameters}`, "_blank", "popup,width=460,height=560")
  if (popup === null)
    throw new ExplainedError(t("The browser blocked the sign-in window. Allow pop-ups for this page and try again."))
  const code = await codeFrom(popup, state)
  const response = await fetch("openid/token", {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: CLIENT_ID,
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri
    })
  })
  const { id_token } = fieldsOf(await response.json().catch(() => undefined))
  if (!response.ok) throw new ExplainedError(t("The identity provider did not return a token. Try again."))
  return textOf(id_token)
}

/** Resolves to the authorization code that the pop-up sends back. */
const codeFrom = (popup: Window, state: string): Promise<string> => {
  const channel = new BroadcastChannel("signed-in")
  let watch: ReturnType<typeof setInterval> | undefined
  return new Promise<string>((resolve, reject) => {
    const closed = () =>
      reject(new ExplainedError(t("The identity provider's window was closed before it returned. Try again.")))
    channel.onmessage = ({ data }) => {
      const answer = new URLSearchParams(textOf(data))
      // Another tab may be in its own sign-in at the same time, so `state` is compared.
      if (answer.get("state") !== state) return
      const code = answer.get("code")
      if (code === null) reject(new ExplainedError(t("The request was canceled at the identity provider.")))
      else resolve(code)
    }
    // The pop-up sends its message before it closes.
    watch = setInterval(() => popup.closed && setTimeout(closed, 500), 250)
  }).finally(() => {
    clearInterval(watch)
    channel.close()
  })
}

const random = (): string => encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)))

const CLIENT_ID = "web-wallet"
