import { element } from "../element.ts"

/** Asks for the code of a mail. `undefined` where somebody gives up. */
export const askForCode = (place: HTMLElement, address: string, attempt: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const input = element("input", {
      type: "text",
      id: "code",
      inputmode: "numeric",
      autocomplete: "one-time-code",
      maxlength: "12",
      "aria-describedby": attempt === 1 ? "code-hint" : "code-issue code-hint"
    })
    if (attempt > 1) input.setAttribute("aria-invalid", "true")
    const cancel = element("button", { type: "button", class: "quiet", id: "code-cancel" }, ["Cancel"])
    const form = element("form", { class: "code stack", id: "code-form", novalidate: "" }, [
      element("div", { class: "control" }, [
        element("label", { for: "code" }, [`Code from the mail to ${address}`]),
        input,
        ...(attempt === 1 ? [] : [element("p", { class: "issue", id: "code-issue" }, [WRONG])]),
        element("p", { class: "hint", id: "code-hint" }, [
          "In the sandbox nothing is mailed, and every code is 000000."
        ])
      ]),
      element("div", { class: "actions" }, [
        element("button", { type: "submit", id: "code-send" }, ["Sign in"]),
        cancel
      ])
    ])
    const answer = (code: string | undefined) => {
      place.replaceChildren()
      resolve(code)
    }
    cancel.addEventListener("click", () => answer(undefined))
    form.addEventListener("submit", (event) => {
      event.preventDefault()
      if (input.value.trim() !== "") answer(input.value.trim())
    })
    place.replaceChildren(form)
    input.focus()
  })

const WRONG = "That is not the code. Look again; the same mail still holds."
