import { found } from "./element.ts"

export const PANES = ["home", "pay", "accounts", "credentials", "sessions", "events", "clock"] as const
export type Pane = (typeof PANES)[number]

/** Shows the pane that the address names, and tells a screen reader by the focus that the page is another. */
export const routes = (whenLeft: () => void): void => {
  const show = (isMoving: boolean) => {
    const named = PANES.find((pane) => location.hash === `#${pane}`) ?? "home"
    for (const pane of PANES) {
      found(`pane-${pane}`, HTMLElement).hidden = pane !== named
      const link = found(`to-${pane}`, HTMLAnchorElement)
      if (pane === named) link.setAttribute("aria-current", "page")
      else link.removeAttribute("aria-current")
    }
    const title = found(`${named}-title`, HTMLElement)
    document.title = `${title.textContent} · Wallet · Countersign sandbox`
    if (isMoving) title.focus()
  }
  addEventListener("hashchange", () => {
    whenLeft()
    show(true)
  })
  found("skip", HTMLAnchorElement).addEventListener("click", (event) => {
    event.preventDefault()
    found("main", HTMLElement).focus()
  })
  show(false)
}
