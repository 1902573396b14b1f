import { useEffect, useRef } from "react"
import { t } from "../../words/translate.ts"
import { focusIdOf } from "./Control.ts"
import type { Answer } from "./Draft.ts"
import type { Notice } from "./notices.ts"

type Added = Extract<Answer, { readonly type: "added" }>

/** The result of the last submit. */
export type Result =
  | { readonly type: "notice"; readonly notice: Notice }
  | { readonly type: "added"; readonly added: Added }

/** Shows the result of a submit above the form, and moves the focus to it. */
export const ResultBox = ({ result }: { readonly result: Result }) =>
  result.type === "added" ? <AddedBox added={result.added} /> : <NoticeBox notice={result.notice} />

/** Moves the focus to an element that appears. */
const useFocus = (about: unknown) => {
  const box = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each result is read from its title on
  useEffect(() => box.current?.focus(), [about])
  return box
}

/** The summary of a submit that was refused, with a link to each field. */
const NoticeBox = ({ notice }: { readonly notice: Notice }) => (
  <section className="sheet result" id="notice" tabIndex={-1} aria-labelledby="notice-title" ref={useFocus(notice)}>
    <h3 id="notice-title">{notice.title}</h3>
    {notice.items.length === 0 ? null : (
      <ul>
        {notice.items.map(({ control, words }) => (
          <li key={words}>
            {control === undefined ? (
              words
            ) : (
              <a
                href={`#${focusIdOf(control)}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(focusIdOf(control))?.focus()
                }}
              >
                {words}
              </a>
            )}
          </li>
        ))}
      </ul>
    )}
  </section>
)

const AddedBox = ({ added }: { readonly added: Added }) => (
  <section className="sheet result" id="added" tabIndex={-1} aria-labelledby="added-title" ref={useFocus(added)}>
    <h3 id="added-title">{t("The account was added")}</h3>
    <dl>
      <dt>{t("Id")}</dt>
      <dd id="added-id">{added.id}</dd>
      <dt>{t("Status")}</dt>
      <dd id="added-status">{added.status}</dd>
    </dl>
    <p>
      <a href="#pay">{t("Pay it")}</a>
    </p>
  </section>
)
