import { element, found, setAttribute } from "../element.ts"

/** A field for an amount. Answers what was typed, or says beside it that it is no amount. */
export const amountField = (id: string, read: (text: string) => number | undefined) => {
  const input = found(id, HTMLInputElement)
  const issue = element("p", { class: "issue", id: `${id}-issue` })
  issue.hidden = true
  input.after(issue)
  return (): number | undefined => {
    const amount = read(input.value)
    const isWrong = amount === undefined
    issue.textContent = isWrong ? "It must be an amount above zero, such as 12.50." : ""
    issue.hidden = !isWrong
    setAttribute(input, "aria-invalid", isWrong ? "true" : undefined)
    setAttribute(input, "aria-describedby", isWrong ? issue.id : undefined)
    if (isWrong) input.focus()
    return amount
  }
}
