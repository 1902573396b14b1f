import type { Exchange } from "@countersign/client"
import { found } from "../element.ts"
import { place } from "../place.ts"
import type { Store } from "../store.ts"
import { operationsOf } from "./operations.ts"
import { operationView } from "./operationView.ts"

/** Shows every call of the page. What somebody has opened stays open. */
export const inspector = (store: Store): void => {
  const list = found("operations", HTMLElement)
  const body = found("inspector-body", HTMLElement)
  const count = found("inspector-count", HTMLElement)
  const toggle = found("inspector-toggle", HTMLButtonElement)
  const views = new WeakMap<Exchange, ReturnType<typeof operationView>>()

  const expand = (isExpanded: boolean) => {
    toggle.setAttribute("aria-expanded", String(isExpanded))
    body.hidden = !isExpanded
  }
  toggle.addEventListener("click", () => expand(toggle.getAttribute("aria-expanded") !== "true"))
  // Beside the panes there is room for it; under them it would hide what somebody came for.
  const wide = matchMedia("(min-width: 66rem)")
  wide.addEventListener("change", ({ matches }) => expand(matches))
  expand(wide.matches)

  const reads = found("reads", HTMLInputElement)
  const none = found("no-operations", HTMLElement)
  const show = (exchanges: ReadonlyArray<Exchange>) => {
    const operations = operationsOf(exchanges).filter(({ method }) => reads.checked || method !== "GET")
    count.textContent = String(operations.length)
    none.hidden = operations.length > 0
    place(
      list,
      operations.map((operation) => {
        const view = views.get(operation.asked) ?? operationView()
        views.set(operation.asked, view)
        view.update(operation)
        return view.root
      })
    )
  }
  let shown: ReadonlyArray<Exchange> = []
  store.follow(({ exchanges }) => {
    if (exchanges === shown) return
    shown = exchanges
    show(exchanges)
  })
  reads.addEventListener("change", () => show(store.state().exchanges))
}
