import type { Exchange } from "@countersign/client"
import { type ReactNode, useEffect, useState } from "react"
import { t } from "../../words/translate.ts"
import { Code } from "../ui/Code.tsx"
import { useWalletState } from "../wallet/useWallet.tsx"
import { isValidStamp, type Operation, operationsOf, shown, shownPayload, shownStamp, shownText } from "./operations.ts"

/** Every call of the page. Wide pages show it beside the panes. On narrow pages it would cover them, so it starts closed. */
export const Inspector = () => {
  const { exchanges } = useWalletState()
  const [isExpanded, setIsExpanded] = useState(() => matchMedia(WIDE).matches)
  const [hasReads, setHasReads] = useState(false)
  useEffect(() => {
    const wide = matchMedia(WIDE)
    const follow = () => setIsExpanded(wide.matches)
    wide.addEventListener("change", follow)
    return () => wide.removeEventListener("change", follow)
  }, [])
  const operations = operationsOf(exchanges).filter(({ method }) => hasReads || method !== "GET")
  return (
    <aside className="inspector" id="inspector" aria-labelledby="inspector-title">
      <h2 id="inspector-title">
        <button
          type="button"
          id="inspector-toggle"
          aria-expanded={isExpanded}
          aria-controls="inspector-body"
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {t("Inspector")} <span className="count">{operations.length}</span>
        </button>
      </h2>
      <div id="inspector-body" hidden={!isExpanded}>
        <p className="hint">
          {t(
            "Every API call of this page: the request, the 202 response with the payload to sign, the stamp, and the reply. The API token is not shown, because the backend adds it."
          )}
        </p>
        <label className="option">
          <input type="checkbox" id="reads" checked={hasReads} onChange={() => setHasReads(!hasReads)} />
          <span>{t("Also show read requests")}</span>
        </label>
        {operations.length === 0 ? <p className="hint">{t("There are no calls yet.")}</p> : null}
        <ol className="operations" id="operations">
          {operations.map((operation) => (
            <li key={keyOf(operation.request)}>
              <Call operation={operation} />
            </li>
          ))}
        </ol>
      </div>
    </aside>
  )
}

const WIDE = "(min-width: 66rem)"

/** The number of an exchange, which identifies its entry while older ones are dropped. */
const keyOf = (exchange: Exchange): number => {
  const key = keys.get(exchange) ?? nextKey++
  keys.set(exchange, key)
  return key
}
const keys = new WeakMap<Exchange, number>()
let nextKey = 0

/** One operation: a single line, which expands to the request, the 202, the stamp and the reply. */
const Call = ({ operation }: { readonly operation: Operation }) => {
  const { answered, challenge, method, path, request, signed, stamp } = operation
  const { body, status } = answered.response
  const isAnswered = challenge === undefined || stamp !== undefined
  const sent = request.request.body
  return (
    <details>
      <summary>
        <span className="method">{method}</span>
        <span className="path">{path.replace(/\?.*$/u, "").replace(/[A-Za-z]+:[0-9a-f-]{36}/gu, "…")}</span>
        <span className="marks">
          {challenge === undefined ? null : <span className="status challenged">202</span>}
          {stamp === undefined ? null : <span className="status stamped">{t("stamp")}</span>}
          {isAnswered ? <span className={`status ${status < 400 ? "good" : "bad"}`}>{status}</span> : null}
        </span>
      </summary>
      <div className="exchange">
        <Part title={t("Request")} words={`${method} ${path}`} code={sent && shownText(sent)} />
        {challenge === undefined ? null : (
          <Part
            title={t("202: payload to sign")}
            words={t("{0}, until {1}", challenge.requestId, challenge.expiresAt)}
            code={shownPayload(challenge.payloadToSign)}
          />
        )}
        {challenge !== undefined || signed === undefined ? null : (
          <Part title={t("Payload to sign")} words={t("Received with the quote")} code={shownPayload(signed)} />
        )}
        {stamp === undefined ? null : (
          <Part title={t("Stamp")} words={<Verdict stamp={stamp} signed={signed} />} code={shownStamp(stamp)} />
        )}
        {isAnswered ? (
          <Part title={t("Reply {0}", status)} code={body === undefined ? undefined : shown(body)} />
        ) : null}
      </div>
    </details>
  )
}

const Verdict = ({ signed, stamp }: { readonly signed: string | undefined; readonly stamp: string }) => {
  const [isValid, setIsValid] = useState<boolean>()
  useEffect(() => {
    if (signed !== undefined) isValidStamp(stamp, signed).then(setIsValid, () => setIsValid(false))
  }, [stamp, signed])
  if (signed === undefined) return t("The signed payload is no longer available")
  if (isValid === undefined) return t("The signature is being verified")
  return isValid ? t("The signature is valid for this payload") : t("The signature is not valid for this payload")
}

interface PartProps {
  readonly title: string
  readonly words?: ReactNode
  readonly code: string | undefined
}

const Part = ({ code, title, words }: PartProps) => (
  <section>
    <h3>{title}</h3>
    {words === undefined ? null : <p>{words}</p>}
    {code === undefined ? null : <Code>{code}</Code>}
  </section>
)
