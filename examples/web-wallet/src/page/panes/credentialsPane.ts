import { dayAndTime, element, found } from "../element.ts"
import type { State } from "../State.ts"
import { openIdToken } from "../signing/openIdToken.ts"
import type { Store } from "../store.ts"
import type { Wallet } from "../wallet/wallet.ts"
import { nameOf, rowsView } from "./row.ts"

/** The credentials of the wallet, with the controls to add, rename and remove them. */
export const credentialsPane = (store: Store, wallet: Wallet): void => {
  const show = rowsView(found("credentials", HTMLElement))
  const email = found("add-email", HTMLButtonElement)
  const nickname = found("nickname", HTMLInputElement)
  const [passkeys, newName] = [found("passkeys", HTMLSelectElement), found("new-name", HTMLInputElement)]
  const rename = found("rename", HTMLFormElement)
  rename.addEventListener("submit", (event) => {
    event.preventDefault()
    wallet.renamePasskey(passkeys.value, newName.value.trim())
  })
  found("add-passkey", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault()
    wallet.addPasskey(nickname.value.trim() || "This device")
  })
  found("add-openid", HTMLButtonElement).addEventListener("click", () => wallet.addOpenId(openIdToken))
  email.addEventListener("click", () => wallet.addEmail())
  store.follow(({ credentials, session }) => {
    const opened = openerOf(session, credentials)
    // An account has at most one EMAIL_OTP credential.
    email.hidden = credentials.some(({ type }) => type === "EMAIL_OTP")
    const renamable = credentials.filter(({ type }) => type === "PASSKEY")
    rename.hidden = renamable.length === 0
    choose(passkeys, renamable)
    show(
      credentials.map(({ backedUp, createdAt, id, lastUsedAt, nickname, status, type }) => ({
        key: id,
        title: nameOf(type).title,
        badge: status === "SUSPENDED" ? "Suspended" : id === opened ? "Opened this session" : undefined,
        isStopped: status === "SUSPENDED",
        lines: [
          nickname,
          `Added ${dayAndTime(createdAt)} UTC`,
          lastUsedAt === undefined ? "Not used yet" : `Last sign-in ${dayAndTime(lastUsedAt)} UTC`,
          ...(backedUp === undefined ? [] : [backedUp ? "Backed up" : "On one device only"])
        ],
        action:
          id === opened
            ? undefined
            : {
                id: `remove-${id}`,
                words: "Remove",
                about: `${nameOf(type).title} ${nickname}`,
                act: () => wallet.removeCredential(id)
              }
      }))
    )
  })
}

/** Offers these credentials in a list. An unchanged list is not touched, so its selection is not lost. */
const choose = (select: HTMLSelectElement, credentials: State["credentials"]): void => {
  const [chosen, shown] = [select.value, [...select.options].map(({ text, value }) => `${value} ${text}`)]
  if (shown.join("\n") === credentials.map(({ id, nickname }) => `${id} ${nickname}`).join("\n")) return
  select.replaceChildren(...credentials.map(({ id, nickname }) => element("option", { value: id }, [nickname])))
  if (credentials.some(({ id }) => id === chosen)) select.value = chosen
}

/**
 * The credential that opened a session, if it is unambiguous: a session has the type and nickname of its credential.
 * The API does not let a session remove the credential that opened it.
 */
const openerOf = (session: State["session"], credentials: State["credentials"]): string | undefined => {
  const alike = credentials.filter(({ nickname, type }) => type === session?.type && nickname === session.nickname)
  return alike.length === 1 ? alike[0]?.id : undefined
}
