import { dayAndTime, element, found } from "../element.ts"
import type { Recovery } from "../State.ts"
import type { Store } from "../store.ts"
import type { Wallet } from "../wallet/wallet.ts"
import { type Row, rowsView } from "./row.ts"
import { promptForCode } from "./signInCard.ts"

/** The preparation for the loss of every credential, and the three ways back into the wallet. */
export const recoveryPane = (store: Store, wallet: Wallet): void => {
  preparation(store, wallet)
  waysBack(store, wallet)
}

/** Saved codes and guardians. The session signs each change. */
const preparation = (store: Store, wallet: Wallet): void => {
  const codes = found("codes", HTMLElement)
  const name = found("guardian-name", HTMLInputElement)
  const show = rowsView(found("guardians", HTMLElement))
  found("make-codes", HTMLButtonElement).addEventListener("click", async () => {
    const made = await wallet.makeCodes()
    codes.hidden = made.length === 0
    codes.replaceChildren(...made.map((code) => element("li", {}, [code])))
    if (made.length > 0) codes.focus()
  })
  // The codes are shown once: they leave the page with the pane.
  addEventListener("hashchange", () => {
    codes.hidden = true
    codes.replaceChildren()
  })
  found("add-guardian", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault()
    wallet.addGuardian(name.value.trim() || "Guardian")
  })
  store.follow(({ codesLeft, guardians }) => {
    found("codes-left", HTMLElement).textContent =
      codesLeft === 0 ? "You have no recovery codes." : `You have ${codesLeft} unused recovery codes.`
    show(
      guardians.map(({ id, nickname }) => ({
        key: id,
        title: nickname,
        lines: ["Guardian"],
        action: {
          id: `remove-${id}`,
          words: "Remove",
          about: `the guardian ${nickname}`,
          act: () => wallet.removeGuardian(id)
        }
      }))
    )
  })
}

/** The ways back for an end user who is signed out, and the recoveries in progress. */
const waysBack = (store: Store, wallet: Wallet): void => {
  const lost = found("lost", HTMLDetailsElement)
  const code = found("saved-code", HTMLInputElement)
  const guardian = found("guardian", HTMLSelectElement)
  const open = found("open-recoveries", HTMLElement)
  const show = rowsView(found("recoveries", HTMLElement))
  const place = found("recovery-code", HTMLElement)
  found("by-code", HTMLFormElement).addEventListener("submit", async (event) => {
    event.preventDefault()
    if (await wallet.recoverByCode(code.value.trim())) code.value = ""
  })
  found("ask-guardian", HTMLButtonElement).addEventListener("click", () => wallet.askGuardian(guardian.value))

  const rowOf = ({ expiresAt, id, method, readyAt, status }: Recovery, isSignedIn: boolean): Row => {
    const complete = {
      id: `mail-${id}`,
      words: "Mail me a code",
      about: "to complete the recovery",
      look: "quiet small" as const,
      act: () => wallet.recoverByMail(id, (address) => promptForCode(place, address, 1))
    }
    const cancel = { id: `stop-${id}`, words: "Cancel", about: "the recovery", act: () => wallet.cancelRecovery(id) }
    return {
      key: id,
      title: method === "GUARDIAN" ? "Started by a guardian" : "Started by support",
      badge: status === "READY" ? "Ready" : "Waiting",
      lines: [`Can be completed from ${dayAndTime(readyAt)} to ${dayAndTime(expiresAt)} UTC`],
      action: isSignedIn ? cancel : status === "READY" ? complete : undefined
    }
  }

  let known = ""
  store.follow(({ guardians, recoveries, session }) => {
    lost.hidden = session !== undefined
    found("by-guardian", HTMLElement).hidden = guardians.length === 0
    const next = JSON.stringify(guardians)
    if (next !== known) {
      known = next
      guardian.replaceChildren(...guardians.map(({ id, nickname }) => element("option", { value: id }, [nickname])))
    }
    const inProgress = recoveries.filter(({ method, status }) => method !== "SAVED_CODE" && OPEN.has(status))
    open.hidden = inProgress.length === 0
    show(inProgress.map((recovery) => rowOf(recovery, session !== undefined)))
  })
}

const OPEN = new Set(["WAITING", "READY"])
