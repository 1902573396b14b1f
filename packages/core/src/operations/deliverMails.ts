import { decodeUtf8 } from "@countersign/wire"
import { Effect, Redacted } from "effect"
import { type CodeMailOrder, codeMails } from "../credentials/kinds/email-otp/codeMails.ts"
import { codeContext } from "../credentials/kinds/email-otp/contexts.ts"
import { Mailer } from "../ports/Mailer.ts"
import { type NoticeMailOrder, noticeMails } from "../ports/noticeMails.ts"
import { Vault } from "../ports/Vault.ts"
import { deliverDue } from "./deliverDue.ts"

/** Hands the mail that is due to the mailer; answers how much it took on. */
export const deliverMails = Effect.fnUntraced(function* () {
  return (yield* deliverDue(codeMails, sendCode)) + (yield* deliverDue(noticeMails, sendNotice))
})

const sendCode = Effect.fnUntraced(function* (order: CodeMailOrder) {
  const { branding, environment, expiresAt, issueId, sealedCode, to } = order
  const mailer = yield* Mailer
  const vault = yield* Vault
  const code = Redacted.make(decodeUtf8(yield* vault.open(sealedCode, codeContext(issueId))), { label: "code" })
  yield* mailer.sendCode({ id: issueId, environment, to, branding, code, expiresAt })
})

const sendNotice = Effect.fnUntraced(function* (order: NoticeMailOrder) {
  const { at, branding, environment, notice, noticeId, to } = order
  const mailer = yield* Mailer
  yield* mailer.sendNotice({ id: noticeId, environment, to, branding, notice, at })
})
