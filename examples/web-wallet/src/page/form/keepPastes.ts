/**
 * Keeps what is pasted whole. `maxlength` would cut it, and what is left of a number too long may look like the number of
 * somebody else's account; kept whole, it is refused beside the field.
 */
export const keepPastes = (root: HTMLElement): void =>
  root.addEventListener("paste", (event) => {
    const input = event.target
    const pasted = event.clipboardData?.getData("text/plain") ?? ""
    if (!(input instanceof HTMLInputElement) || input.maxLength < 0) return
    const [from, to] = [input.selectionStart ?? 0, input.selectionEnd ?? 0]
    if (input.value.length - (to - from) + pasted.length <= input.maxLength) return
    event.preventDefault()
    input.setRangeText(pasted, from, to, "end")
    // A value that a script set is told by no event, and this one is wrong for certain.
    input.dispatchEvent(new Event("change", { bubbles: true }))
  })
