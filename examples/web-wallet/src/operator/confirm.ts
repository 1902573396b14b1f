import { CountersignError } from "@countersign/client"
import type { Send } from "../page/calls.ts"
import { explained } from "../page/explained.ts"
import { t } from "../words/translate.ts"
import type { Act } from "./acts.ts"
import { element, found, setAttribute } from "./element.ts"

/**
 * The dialog that states what an act does and requests the reason. `whenDone` runs after the act. A refusal stays in the
 * dialog with the message of the API.
 */
export const confirmation = (send: Send, whenDone: (act: Act) => Promise<void>, whenSignedOut: () => void) => {
  const dialog = found("confirm", HTMLDialogElement)
  const submit = found("confirm-send", HTMLButtonElement)
  const reason = found("reason", HTMLInputElement)
  let current: Act | undefined
  let isSending = false

  const showIssue = (words: string) => {
    found("reason-issue", HTMLElement).textContent = words
    setAttribute(reason, "aria-invalid", words === "" ? undefined : "true")
  }

  const perform = async (act: Act): Promise<void> => {
    if (reason.value.trim() === "") {
      showIssue(t("Enter a reason."))
      return reason.focus()
    }
    if (isSending) return
    isSending = true
    try {
      await send("POST", act.path, { reason: reason.value.trim() })
      dialog.close()
      await whenDone(act)
    } catch (error) {
      if (error instanceof CountersignError && error.status === 401) {
        dialog.close()
        return whenSignedOut()
      }
      showIssue(explained(error))
      reason.focus()
    } finally {
      isSending = false
    }
  }

  found("confirm-form", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault()
    if (current !== undefined) perform(current)
  })
  found("confirm-cancel", HTMLButtonElement).addEventListener("click", () => dialog.close())

  return (act: Act): void => {
    current = act
    found("confirm-title", HTMLElement).textContent = act.title
    found("confirm-effects", HTMLElement).replaceChildren(...act.effects.map((words) => element("li", {}, [words])))
    found("confirm-notice", HTMLElement).textContent = t(
      "The end user is notified at each known address that {0}. The notice does not contain the reason.",
      act.notice
    )
    submit.textContent = act.button
    submit.classList.toggle("stops", act.isStop)
    reason.value = ""
    showIssue("")
    dialog.showModal()
    reason.focus()
  }
}
