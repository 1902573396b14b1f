import type { AuthMethod } from "@countersign/client"
import { element, found, left } from "../element.ts"
import { nowIn, type State } from "../State.ts"
import { openIdToken } from "../signing/openIdToken.ts"
import type { Store } from "../store.ts"
import type { Wallet } from "../wallet/wallet.ts"

import { nameOf } from "./row.ts"

/** Prompts for an e-mail code. Resolves to `undefined` when the end user cancels. */
export const promptForCode = (place: HTMLElement, address: string, attempt: number): Promise<string | undefined> =>
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
        element("label", { for: "code" }, [`Code sent to ${address}`]),
        input,
        ...(attempt === 1 ? [] : [element("p", { class: "issue", id: "code-issue" }, [WRONG])]),
        element("p", { class: "hint", id: "code-hint" }, ["The sandbox sends no e-mail. Every code is 000000."])
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

const WRONG = "The code is incorrect. Check the e-mail and try again."

/** The ways to sign in, or the current session. */
export const signInCard = (store: Store, wallet: Wallet): void => {
  const card = found("sign-in", HTMLElement)
  const code = element("div")
  let shown = ""
  /** The button of a credential. Empty for a type that the page does not support. */
  const wayOf = (credential: AuthMethod): ReadonlyArray<HTMLElement> => {
    const { id, nickname, status, type } = credential
    if (status === "SUSPENDED") return []
    switch (type) {
      case "EMAIL_OTP": {
        const act = () => wallet.signInByEmail(id, (attempt) => promptForCode(code, nickname, attempt))
        return [button(credential, "Mail me a code", act)]
      }
      case "OAUTH":
        return [button(credential, "Continue with OpenID", () => wallet.signInByOpenId(id, openIdToken))]
      case "PASSKEY":
        return [button(credential, "Use a passkey", () => wallet.signInByPasskey(id))]
      default:
        return []
    }
  }

  const signedOut = ({ credentials, ended }: State): ReadonlyArray<Node> => [
    element("h3", { id: "sign-in-title" }, ["Sign in"]),
    ...(ended === undefined ? [] : [element("p", { class: "ended" }, [ended])]),
    element("div", { class: "ways" }, credentials.flatMap(wayOf)),
    code,
    element("p", { class: "hint" }, [hintFor(credentials)])
  ]

  const signedIn = (state: State, session: NonNullable<State["session"]>): ReadonlyArray<Node> => {
    const out = element("button", { type: "button", class: "quiet signs", id: "sign-out" }, ["Sign out"])
    out.addEventListener("click", () => wallet.signOut())
    return [
      element("h3", { id: "sign-in-title" }, ["You are signed in"]),
      element("dl", {}, [
        element("dt", {}, ["By"]),
        element("dd", {}, [`${nameOf(session.type).title}, ${session.nickname}`]),
        element("dt", {}, ["Session"]),
        element("dd", {}, [left(session.expiresAt, nowIn(state))]),
        element("dt", {}, ["Signing key"]),
        element("dd", { class: "mono" }, [session.signer.publicKey])
      ]),
      element("div", { class: "actions" }, [out])
    ]
  }

  store.follow((state) => {
    const { credentials, ended, session } = state
    const next = JSON.stringify([credentials, ended, session, session && left(session.expiresAt, nowIn(state))])
    if (next === shown) return
    shown = next
    const focused = document.activeElement?.id
    card.replaceChildren(...(session === undefined ? signedOut(state) : signedIn(state, session)))
    // Restore the focus when the focused element is still present.
    if (focused !== undefined && focused !== "") document.getElementById(focused)?.focus()
  })
}

const button = ({ id, nickname, type }: AuthMethod, title: string, act: () => void): HTMLElement => {
  const way = element("button", { type: "button", class: "way", id: `sign-in-${id}`, "data-type": type }, [
    element("span", { class: "name" }, [title]),
    element("span", { class: "detail" }, [nickname])
  ])
  way.addEventListener("click", act)
  return way
}

const hintFor = (credentials: ReadonlyArray<AuthMethod>): string =>
  credentials.length > 1
    ? "Each sign-in starts a 15-minute session with its own signing key."
    : "After you sign in, you can add a passkey or an OpenID identity under Credentials."
