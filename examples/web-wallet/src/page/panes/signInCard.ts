import type { AuthMethod } from "@countersign/client"
import { element, found } from "../element.ts"
import { nowIn, type State } from "../State.ts"
import { openIdToken } from "../signing/openIdToken.ts"
import type { Store } from "../store.ts"
import { left } from "../times.ts"
import type { Wallet } from "../wallet/wallet.ts"
import { askForCode } from "./codeForm.ts"
import { NAMES } from "./names.ts"

/** How to sign in, or who is. */
export const signInCard = (store: Store, wallet: Wallet): void => {
  const card = found("sign-in", HTMLElement)
  const code = element("div")
  let shown = ""
  const signIn = (credential: AuthMethod) => {
    switch (credential.type) {
      case "EMAIL_OTP":
        return wallet.signInByEmail(credential.id, (attempt) => askForCode(code, credential.nickname, attempt))
      case "OAUTH":
        return wallet.signInByOpenId(credential.id, openIdToken)
      case "PASSKEY":
        return wallet.signInByPasskey(credential.id)
    }
  }

  const signedOut = ({ credentials, ended }: State): ReadonlyArray<Node> => [
    element("h3", { id: "sign-in-title" }, ["Sign in"]),
    ...(ended === undefined ? [] : [element("p", { class: "ended" }, [ended])]),
    element(
      "div",
      { class: "ways" },
      credentials.map((credential) => wayOf(credential, () => signIn(credential)))
    ),
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
        element("dd", {}, [`${NAMES[session.type].title}, ${session.nickname}`]),
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
    // Whoever stood on something that is still there stands on it still.
    if (focused !== undefined && focused !== "") document.getElementById(focused)?.focus()
  })
}

const wayOf = ({ id, nickname, type }: AuthMethod, act: () => void): HTMLElement => {
  const way = element("button", { type: "button", class: "way", id: `sign-in-${id}`, "data-type": type }, [
    element("span", { class: "name" }, [TITLES[type]]),
    element("span", { class: "detail" }, [nickname])
  ])
  way.addEventListener("click", act)
  return way
}

const TITLES = {
  EMAIL_OTP: "Mail me a code",
  OAUTH: "Continue with OpenID",
  PASSKEY: "Use a passkey"
} as const

const hintFor = (credentials: ReadonlyArray<AuthMethod>): string =>
  credentials.length > 1
    ? "Each opens a session of 15 minutes, with a signing key of its own."
    : "Once you are in, add a passkey or an OpenID identity under Credentials, and sign in with those."
