import { found } from "../element.ts"
import { answerTo } from "./Draft.ts"
import { formView } from "./formView.ts"
import { lineOf } from "./kindList.ts"
import type { Model } from "./Model.ts"
import type { Seen } from "./seen.ts"

/** What stands around the groups of the form: its title, the preview of the body, the button and the spoken words. */
export const pageView = () => {
  const form = found("form", HTMLFormElement)
  const title = found("kind-title", HTMLElement)
  const source = found("source", HTMLElement)
  const preview = found("preview", HTMLElement)
  const send = found("send", HTMLButtonElement)
  const status = found("status", HTMLElement)
  const showGroups = formView(found("groups", HTMLElement))
  /** For those who do not see what changed. */
  const say = (words: string): void => {
    status.textContent = words
  }
  return {
    say,
    show: ({ draft }: Model, { body, form: groups, issueOf }: Seen): void => {
      const { kind } = draft
      form.hidden = false
      title.textContent = lineOf(kind)
      source.textContent = `${kind.accountType}. ${kind.source.note} (${kind.source.asOf}).`
      preview.textContent = JSON.stringify(body, undefined, 2)
      showGroups(groups, { answerTo: (path) => answerTo(draft, path), issueOf })
    },
    wait: (isWaiting: boolean): void => {
      // Not `disabled`, which would take the focus away.
      send.setAttribute("aria-disabled", String(isWaiting))
      send.textContent = isWaiting ? "Adding" : "Add the account"
      say(isWaiting ? "The account is being sent." : "")
    }
  }
}
