import {
  accountTypes,
  flatBeneficiary,
  type Kind,
  type Mode,
  type Random,
  type Sent,
  sampleBeneficiary,
  sampleFields,
  seeded
} from "@countersign/account-types"
import type { Call } from "../calls.ts"
import { element, found, isObject } from "../element.ts"
import { ADDRESS, answerTo, BENEFICIARY, type Draft, INFO, newDraft, sendAccount } from "./Draft.ts"
import { formView } from "./formView.ts"
import { type Banks, bankFieldsOf, kindGroups, lineOf, needsBanks, readBanks, UNKNOWN } from "./kindList.ts"
import { left, type Model, newModel, refused, typed, withBanks } from "./Model.ts"
import { hideNotices, noticeOfIssues, noticeOfRefusal, type Seen, seen, showAdded, showNotice } from "./notices.ts"

/** The list of account types and its search. `say` announces the number of results to screen readers. */
const chooser = (choose: (kind: Kind) => void, say: (words: string) => void): void => {
  const search = found("search", HTMLInputElement)
  const list = found("kind", HTMLSelectElement)
  const count = found("count", HTMLElement)
  let chosen = ""

  const show = () => {
    const groups = kindGroups(search.value)
    list.replaceChildren(
      ...groups.map(({ kinds, label }) =>
        element(
          "optgroup",
          { label },
          kinds.map((kind) => element("option", { value: kind.accountType }, [lineOf(kind)]))
        )
      )
    )
    list.value = chosen
    const listed = groups.reduce((sum, { kinds }) => sum + kinds.length, 0)
    count.textContent = `${listed} of ${accountTypes.size} account types`
  }
  const take = (accountType: string) => {
    const kind = accountTypes.get(accountType)
    if (kind === undefined) return
    chosen = accountType
    list.value = chosen
    choose(kind)
    say(`${lineOf(kind)} selected. The form follows.`)
  }

  search.addEventListener("input", () => {
    show()
    say(count.textContent ?? "")
  })
  search.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") take(list.querySelector("option")?.value ?? "")
  })
  list.addEventListener("change", () => take(list.value))
  show()
}

/** The parts around the fields: title, request preview, submit button and the text for screen readers. */
const pageView = () => {
  const form = found("form", HTMLFormElement)
  const title = found("kind-title", HTMLElement)
  const source = found("source", HTMLElement)
  const preview = found("preview", HTMLElement)
  const send = found("send", HTMLButtonElement)
  const status = found("status", HTMLElement)
  const showGroups = formView(found("groups", HTMLElement))
  /** Announces a change to screen readers. */
  const say = (words: string): void => {
    status.textContent = words
  }
  return {
    say,
    show: ({ draft }: Model, { body, form: groups, issueOf }: Seen): void => {
      const { kind } = draft
      form.hidden = false
      title.textContent = lineOf(kind)
      source.textContent = `${kind.accountType}. ${kind.source.note} (${kind.source.asOf}).`
      preview.textContent = JSON.stringify(body, undefined, 2)
      showGroups(groups, { answerTo: (path) => answerTo(draft, path), issueOf })
    },
    wait: (isWaiting: boolean): void => {
      // `aria-disabled` instead of `disabled`, which would drop the focus.
      send.setAttribute("aria-disabled", String(isWaiting))
      send.textContent = isWaiting ? "Adding" : "Add the account"
      say(isWaiting ? "The account is being sent." : "")
    }
  }
}

/** Returns the draft with sample values in every required field and in some optional ones. */
export const fillWithSample = (draft: Draft, random: Random, banks: Banks): Draft => {
  const { answers, beneficiaryType, kind, variant } = draft
  const { address, ...beneficiary } =
    beneficiaryType === undefined ? {} : flatBeneficiary(sampleBeneficiary(kind.destination, beneficiaryType, random))
  return {
    ...draft,
    answers: {
      currency: answers.currency || kind.currencies[0],
      ...textsUnder(INFO, { ...sampleFields(kind, variant, random), ...listedBank(draft, random, banks) }),
      // The type has a value already and is not a text field.
      ...textsUnder(BENEFICIARY, { ...beneficiary, beneficiaryType: undefined }),
      ...textsUnder(ADDRESS, isObject(address) ? address : {})
    }
  }
}

// Sample data does not know the list of banks, and the API refuses a bank name that is not on the list.
const listedBank = ({ variant }: Draft, random: Random, banks: Banks): Sent => {
  if (banks.type === "unknown") return {}
  const bank = banks.type === "read" ? banks.banks[Math.floor(random() * banks.banks.length)] : undefined
  return Object.fromEntries(bankFieldsOf(variant).map((name) => [name, bank?.value]))
}

const textsUnder = (parent: string, values: Sent): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === "string" ? [[parent + name, value]] : []))
  )

/**
 * Retains the full text of a paste. `maxlength` would truncate it, and a truncated account number may be a valid number
 * of another account. The full text fails validation beside the field.
 */
const keepPastes = (root: HTMLElement): void =>
  root.addEventListener("paste", (event) => {
    const input = event.target
    const pasted = event.clipboardData?.getData("text/plain") ?? ""
    if (!(input instanceof HTMLInputElement) || input.maxLength < 0) return
    const [from, to] = [input.selectionStart ?? 0, input.selectionEnd ?? 0]
    if (input.value.length - (to - from) + pasted.length <= input.maxLength) return
    event.preventDefault()
    input.setRangeText(pasted, from, to, "end")
    // A value that a script sets fires no event. The text is certainly too long, so its error is shown at once.
    input.dispatchEvent(new Event("change", { bubbles: true }))
  })

export interface AccountFormOptions {
  readonly call: Call
  /** The owner of the new account. The backend refuses any other customer. */
  readonly customerId: string
  readonly whenAdded: () => void
}

/** The form for an external account, generated from the account types. It contains no country-specific code. */
export const accountForm = ({ call, customerId, whenAdded }: AccountFormOptions): void => {
  const form = found("form", HTMLFormElement)
  const production = found("production", HTMLInputElement)
  const { say, show, wait } = pageView()

  let model: Model | undefined
  let samples = 0
  let isSending = false

  const change = (next: Model): void => {
    model = next
    show(next, seenNow(next))
  }

  const seenNow = (model: Model) => seen(model, new Date().toISOString().slice(0, 10))
  const mode = (): Mode => (production.checked ? "production" : "sandbox")

  const choose = async (kind: Kind): Promise<void> => {
    hideNotices()
    const isLoadingBanks = needsBanks(kind)
    change(newModel(newDraft(kind, model?.draft), mode(), isLoadingBanks ? { type: "reading" } : UNKNOWN))
    if (!isLoadingBanks) return
    const banks = await readBanks(call, kind)
    // The end user may have chosen another kind while the list was loading.
    if (model?.draft.kind !== kind) return
    change(withBanks(model, banks))
    say(banks.type === "read" ? "The list of banks has been loaded." : "No list of banks is available. Type the name.")
  }

  const fill = (): void => {
    if (model === undefined) return
    hideNotices()
    samples += 1
    change(newModel(fillWithSample(model.draft, seeded(samples), model.banks), mode(), model.banks))
    say("The form has been filled with sample data.")
  }

  const submit = async (): Promise<void> => {
    if (model === undefined || isSending) return
    const { body, controls, issues } = seenNow(model)
    const paths = controls.map(({ path }) => path)
    change(left({ ...model, refusals: new Map() }, paths))
    if (issues.length > 0) return showNotice(noticeOfIssues(controls, issues))
    const sent: Draft = model.draft
    hideNotices()
    isSending = true
    wait(true)
    const answer = await sendAccount(call, { ...body, customerId })
    isSending = false
    wait(false)
    if (answer.type === "added") {
      // Input that was typed while the request was in flight belongs to the next account.
      if (model.draft === sent) change(newModel(newDraft(sent.kind), mode(), model.banks))
      whenAdded()
      return showAdded(answer)
    }
    change(refused(model, answer.fields))
    showNotice(noticeOfRefusal(seenNow(model).controls, answer))
  }

  const listen = (event: Event): void => {
    const field = event.target
    if (model === undefined || !(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return
    const { name: path, value } = field
    const next = typed(model, path, value)
    const after = event.type === "change" ? left(next, [path]) : next
    change(after)
    // Announce the issue, because a screen reader user has left the field and does not see the text beside it.
    if (event.type === "change") say(seenNow(after).issueOf(path) ?? "")
  }

  chooser(choose, say)
  keepPastes(form)
  form.addEventListener("input", listen)
  form.addEventListener("change", listen)
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    submit()
  })
  found("fill", HTMLButtonElement).addEventListener("click", fill)
  production.addEventListener("change", () => {
    if (model !== undefined) change({ ...model, mode: mode() })
  })
}
