import { catalogue } from "@countersign/http"
import { ATTACKED } from "../world/History.ts"
import type { Invariant } from "./Invariant.ts"

/** Later codes are recovery codes, for which a short text is no guess. */
const GUESSES = 5

const CODES = new Set(Object.values(catalogue).map(({ code }) => code))

/** Invariants of answers and mails: what callers and people see. */
export const makeOfAnswers = (): ReadonlyArray<Invariant> => {
  const codes = new Set<string>()
  const consumed = new Map<string, string>()
  /** The wrong answers to the codes of a credential, and those that its record counts. */
  const [wrong, counted] = [new Map<string, number>(), new Map<string, number>()]
  let changedAt = 0
  return [
    {
      name: "L4",
      says: "a token of the issuer's key is accepted once it was published for minutes",
      on: (happening) => {
        if (happening.kind === "fault" && happening.what === "the issuer changes its key") changedAt = happening.at
        return happening.kind === "call" &&
          happening.at > changedAt + 180_000 &&
          happening.call.answer.includes("OIDC token refused: key")
          ? `${happening.call.node} does not know the key since ${new Date(changedAt).toISOString()}`
          : undefined
      }
    },
    {
      name: "I2",
      says: "a signed leg with an accepted id is answered with success once",
      on: (happening) => {
        if (happening.kind !== "call" || happening.call.status >= 300) return undefined
        const { body, headers, isAltered, method, path, status } = happening.call
        if (isAltered) return `${method} ${path} takes effect with another body than its first leg`
        const id = headers["request-id"]
        if (id === undefined || status === 202) return undefined
        const call = `${method} ${path} ${body}`
        const known = consumed.get(id)
        consumed.set(id, call)
        return known === undefined ? undefined : `${id} took effect for ${known} and for ${call}`
      },
      onLost: () => consumed.clear()
    },
    {
      name: "I15",
      says: "each wrong code is counted, whatever happens to its answer",
      onCommit: (changes) => {
        for (const { after, before, collection, id } of changes) {
          if (collection !== "email_otps" || after === undefined) continue
          const more = Number(after.body.failuresInAll ?? 0) - Number(before?.body.failuresInAll ?? 0)
          if (more > 0) counted.set(id, (counted.get(id) ?? 0) + more)
        }
        return undefined
      },
      on: (happening) => {
        if (happening.kind !== "call" || !happening.call.answer.includes("Invalid OTP code")) return undefined
        const id = /AuthMethod:[\w-]{36}/u.exec(happening.call.path)?.[0]
        if (id === undefined) return undefined
        const times = (wrong.get(id) ?? 0) + 1
        wrong.set(id, times)
        return times <= GUESSES && times > (counted.get(id) ?? 0)
          ? `${times} wrong codes of ${id} were answered and ${counted.get(id) ?? 0} counted`
          : undefined
      },
      onLost: () => wrong.clear()
    },
    {
      name: "I8",
      says: "no code appears in an answer or a stored record",
      on: (happening, records) => {
        if (happening.kind === "mail") {
          const code = /"code":"(\w{6,})"/u.exec(happening.text)?.[1]
          if (code === undefined) return undefined
          codes.add(code)
          const queued = records.all("code_mails").find(({ body }) => JSON.stringify(body).includes(`"${code}"`))
          return queued === undefined ? undefined : `${queued.id} is queued with its code as text`
        }
        if (happening.kind !== "call") return undefined
        const shown = [...happening.call.answer.matchAll(/"(\w{6,13})"/gu)].find(([, text = ""]) => codes.has(text))
        return shown === undefined ? undefined : `${happening.call.path} shows the code ${shown[1]}`
      },
      onCommit: (changes) =>
        changes.flatMap(({ after, collection, id }) => {
          if (after === undefined || !["email_otps", "code_mails", "events"].includes(collection)) return []
          const texts = [...JSON.stringify(after.body).matchAll(/"(\w{6,13})"/gu)]
          return texts.some(([, text = ""]) => codes.has(text)) ? [`${collection} ${id} has a code as text`] : []
        })[0]
    },
    {
      name: "I16",
      says: "every refusal is a named member of the catalogue, and 503 is the only status of its class",
      on: (happening) => {
        if (happening.kind !== "call" || happening.call.status < 400) return undefined
        const { answer, method, path, status } = happening.call
        const code = /"code":"([A-Z0-9_]+)"/u.exec(answer)?.[1]
        if (status > 500 && status !== 503) return `${method} ${path} answers ${status}`
        return code !== undefined && CODES.has(code) && status !== 500
          ? undefined
          : `${method} ${path} answers ${status} ${answer.slice(0, 200)}`
      }
    },
    {
      name: "I20",
      says: "a refusal is small",
      on: (happening) =>
        happening.kind === "call" && happening.call.status >= 400 && happening.call.answer.length > 16_384
          ? `${happening.call.path} refuses in ${happening.call.answer.length} bytes`
          : undefined
    },
    {
      name: "I24",
      says: "no text of a caller reaches a person as a link",
      on: (happening) => {
        if (happening.kind !== "mail") return undefined
        const link = /https?:\/\/|www\.|evil\.example/u.exec(happening.text)
        return link === null ? undefined : `a mail to ${happening.to} has ${link[0]}`
      }
    },
    ...ATTACKED.map((name) => ({
      name,
      says: "an attack has no effect",
      on: (happening: Parameters<NonNullable<Invariant["on"]>>[0]) =>
        happening.kind === "attack" && happening.invariant === name && happening.isSuccessful
          ? happening.what
          : undefined
    }))
  ]
}
