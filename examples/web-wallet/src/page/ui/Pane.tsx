import type { ReactNode } from "react"
import { t } from "../../words/translate.ts"
import { PANE_NAMES, type PaneName } from "../State.ts"

interface PaneProps {
  readonly name: PaneName
  /** The title, if it says more than the name. */
  readonly title?: string
  readonly shown: PaneName
  readonly children: ReactNode
}

/** One page of the wallet. A hidden pane stays rendered, so what waits in it goes on waiting. */
export const Pane = ({ children, name, shown, title }: PaneProps) => (
  <section className="pane" id={`pane-${name}`} aria-labelledby={`${name}-title`} hidden={name !== shown}>
    <h2 id={`${name}-title`} tabIndex={-1}>
      {title ?? t(PANE_NAMES[name])}
    </h2>
    {children}
  </section>
)

interface SheetProps {
  readonly id: string
  readonly title: string
  readonly className?: string
  readonly children: ReactNode
}

/** A titled part of a pane. */
export const Sheet = ({ children, className = "sheet", id, title }: SheetProps) => (
  <section className={className} id={id} aria-labelledby={`${id}-title`}>
    <h3 id={`${id}-title`}>{title}</h3>
    {children}
  </section>
)
