import { found } from "../element.ts"
import type { Say } from "../wallet/desk.ts"

/** What became of the last thing that was done, in words, seen and spoken. */
export const outcome = (): Say => {
  const box = found("outcome", HTMLElement)
  return (words, isWrong = false) => {
    box.textContent = words
    box.classList.toggle("wrong", isWrong)
  }
}
