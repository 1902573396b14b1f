import type { ReactNode } from "react"

export interface Row {
  readonly key: string
  readonly title: string
  readonly badge?: string | undefined
  /** The badge reports that something does not work. */
  readonly isStopped?: boolean
  readonly lines: ReadonlyArray<string>
  readonly aside?: string
  readonly action?: ReactNode
}

interface RowsProps {
  readonly id: string
  readonly rows: ReadonlyArray<Row>
  /** Shown instead of an empty list. */
  readonly none?: ReactNode
}

/** A list of rows: a title with a badge, lines below it, and an action. */
export const Rows = ({ id, none, rows }: RowsProps) => (
  <>
    {rows.length === 0 && none !== undefined ? <p className="hint">{none}</p> : null}
    <ul className="rows" id={id} hidden={rows.length === 0}>
      {rows.map(({ action, aside, badge, isStopped = false, key, lines, title }) => (
        <li key={key}>
          <div>
            <p className="name">
              {title}
              {badge === undefined ? null : (
                <>
                  {" "}
                  <span className={isStopped ? "badge stopped" : "badge"}>{badge}</span>
                </>
              )}
            </p>
            {lines.map((line) => (
              <p className="hint" key={line}>
                {line}
              </p>
            ))}
          </div>
          {aside === undefined ? null : <p className="aside">{aside}</p>}
          {action === undefined ? null : <p className="buttons">{action}</p>}
        </li>
      ))}
    </ul>
  </>
)
