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
import { asksForBanks, type Banks, bankFieldsOf, kindGroups, lineOf, readBanks, UNKNOWN } from "./kindList.ts"
import { left, type Model, newModel, refused, typed, withBanks } from "./Model.ts"
import { hideNotices, noticeOfIssues, noticeOfRefusal, type Seen, seen, showAdded, showNotice } from "./notices.ts"

/** The list of account types, and the search over it. `say` is for those who do not see the list shrink. */
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
    say(`${lineOf(kind)} is chosen. Its form follows.`)
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

/** What stands around the groups of the form: its title, the preview of the body, the button and the spoken words. */
const pageView = () => {
  const form = found("form", HTMLFormElement)
  const title = found("kind-title", HTMLElement)
  const source = found("source", HTMLElement)
  const preview = found("preview", HTMLElement)
  const send = found("send", HTMLButtonElement)
  const status = found("status", HTMLElement)
  const showGroups = formView(found("groups", HTMLElement))
  /** For those who do not see what changed. */
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
      // Not `disabled`, which would take the focus away.
      send.setAttribute("aria-disabled", String(isWaiting))
      send.textContent = isWaiting ? "Adding" : "Add the account"
      say(isWaiting ? "The account is being sent." : "")
    }
  }
}

/** The same draft with a made-up answer to each question that must be answered, and to some others. */
export const fillWithSample = (draft: Draft, random: Random, banks: Banks): Draft => {
  const { answers, beneficiaryType, kind, variant } = draft
  const { address, ...beneficiary } =
    beneficiaryType === undefined ? {} : flatBeneficiary(sampleBeneficiary(kind.destination, beneficiaryType, random))
  return {
    ...draft,
    answers: {
      currency: answers.currency || kind.currencies[0],
      ...textsUnder(INFO, { ...sampleFields(kind, variant, random), ...listedBank(draft, random, banks) }),
      // Its type is chosen already, and is no answer.
      ...textsUnder(BENEFICIARY, { ...beneficiary, beneficiaryType: undefined }),
      ...textsUnder(ADDRESS, isObject(address) ? address : {})
    }
  }
}

// A sample knows no list of banks, and a name that is not on the list would be refused.
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
 * Keeps what is pasted whole. `maxlength` would cut it, and what is left of a number too long may look like the number of
 * somebody else's account; kept whole, it is refused beside the field.
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
    // A value that a script set is told by no event, and this one is wrong for certain.
    input.dispatchEvent(new Event("change", { bubbles: true }))
  })

export interface AccountFormOptions {
  readonly call: Call
  /** Whose account it is to be. The backend refuses anybody else's. */
  readonly customerId: string
  readonly whenAdded: () => void
}

/** The form for an external account, made from the account types. It knows no country. */
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
    const isAsking = asksForBanks(kind)
    change(newModel(newDraft(kind, model?.draft), mode(), isAsking ? { type: "reading" } : UNKNOWN))
    if (!isAsking) return
    const banks = await readBanks(call, kind)
    // Another kind may have been chosen meanwhile.
    if (model?.draft.kind !== kind) return
    change(withBanks(model, banks))
    say(banks.type === "read" ? "The list of banks is here." : "There is no list of banks. Type the name.")
  }

  const fill = (): void => {
    if (model === undefined) return
    hideNotices()
    samples += 1
    change(newModel(fillWithSample(model.draft, seeded(samples), model.banks), mode(), model.banks))
    say("The form is filled with a sample.")
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
      // What was typed while the answer was under way is the next account.
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
    // Whoever cannot see the words beside the field has left it already.
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
