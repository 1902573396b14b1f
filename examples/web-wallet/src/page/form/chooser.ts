import { accountTypes, type Kind } from "@countersign/account-types"
import { element, found } from "../element.ts"
import { kindGroups, lineOf } from "./kindList.ts"

/** The list of account types, and the search over it. `say` is for those who do not see the list shrink. */
export const chooser = (choose: (kind: Kind) => void, say: (words: string) => void): void => {
  const search = found("search", HTMLInputElement)
  const list = found("kind", HTMLSelectElement)
  const count = found("count", HTMLElement)
  let chosen = ""

  const show = () => {
    const groups = kindGroups(search.value)
    list.replaceChildren(
      ...groups.map(({ kinds, label }) =>
        element(
          "optgroup",
          { label },
          kinds.map((kind) => element("option", { value: kind.accountType }, [lineOf(kind)]))
        )
      )
    )
    list.value = chosen
    const listed = groups.reduce((sum, { kinds }) => sum + kinds.length, 0)
    count.textContent = `${listed} of ${accountTypes.size} account types`
  }
  const take = (accountType: string) => {
    const kind = accountTypes.get(accountType)
    if (kind === undefined) return
    chosen = accountType
    list.value = chosen
    choose(kind)
    say(`${lineOf(kind)} is chosen. Its form follows.`)
  }

  search.addEventListener("input", () => {
    show()
    say(count.textContent ?? "")
  })
  search.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") take(list.querySelector("option")?.value ?? "")
  })
  list.addEventListener("change", () => take(list.value))
  show()
}
